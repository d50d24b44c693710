/**
 * Maintains one event queue: registers, polls, passes on events in order, recovers from every
 * failure. Nothing is lost between the state and the events, because the position moves only after
 * `onEvents` has returned, and an expired queue starts over with a new state.
 * Source: https://zulip.com/api/real-time-events.
 */

export interface QueuePosition {
  readonly queue_id: string;
  /** Largest event id passed on; acknowledged with the next poll. */
  readonly last_event_id: number;
}

export interface QueueEvent {
  readonly id: number;
  readonly type: string;
}

/**
 * What the UI shows. `at` is when the next attempt starts, in milliseconds of the delegate's `now`.
 */
export type ConnectionState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'online' }
  | { readonly kind: 'reconnecting'; readonly at: number }
  | { readonly kind: 'offline' }
  | { readonly kind: 'signed-out' };

export interface PollOptions {
  /** False requests an immediate reply, to prove a connection before calling it online. */
  readonly block: boolean;
  readonly signal: AbortSignal;
}

export interface EventLoopDelegate<State, Event extends QueueEvent> {
  register(
    signal: AbortSignal,
  ): Promise<{ readonly state: State; readonly position: QueuePosition }>;
  poll(position: QueuePosition, options: PollOptions): Promise<readonly Event[]>;
  /** A new state that replaces all earlier data. */
  onState(state: State, position: QueuePosition): void;
  /**
   * New events in order, without duplicates; `position` is the one after them. Heartbeats are left
   * out, so the list can be empty: then only the position has moved.
   */
  onEvents(events: readonly Event[], position: QueuePosition): void;
  onConnection(connection: ConnectionState): void;
  /**
   * What a failure means for the queue; `after` is a wait that the server demanded, in
   * milliseconds.
   */
  judge(failure: unknown): FailureVerdict;
  /** Whether the device itself reports that it has no network. */
  isOffline(): boolean;
  /** Current time in milliseconds; only differences matter. */
  now(): number;
  /** Calls back once after `ms` milliseconds; the returned function cancels. */
  after(ms: number, callback: () => void): () => void;
  /** A random number from 0 up to 1. */
  random(): number;
}

export type FailureVerdict =
  | { readonly kind: 'retry'; readonly after?: number }
  | { readonly kind: 'expired' }
  | { readonly kind: 'signed-out' };

export interface EventLoopTimings {
  readonly firstRetry: number;
  readonly lastRetry: number;
  /**
   * Milliseconds after which an unanswered poll counts as dead after sleep, so `wake` aborts it.
   */
  readonly silence: number;
  /** Minimum milliseconds between two empty replies, so that a misbehaving server isn't flooded. */
  readonly emptyPause: number;
  /**
   * If replies follow each other within twice this many milliseconds, the loop waits this long so
   * that the next events arrive together.
   */
  readonly gather: number;
}

export const defaultTimings: EventLoopTimings = {
  firstRetry: 500,
  lastRetry: 60_000,
  silence: 60_000,
  emptyPause: 1_000,
  gather: 150,
};

export class EventLoop<State, Event extends QueueEvent> {
  #position: QueuePosition | null;
  #proven = false;
  #failures = 0;
  /** Whether the queue is new and no poll of it has ended yet. */
  #isUntried = false;
  #request: AbortController | null = null;
  #requestedAt = 0;
  #answeredAt = -Infinity;
  #skipWait: (() => void) | null = null;
  #woken = false;
  /** The loop was woken during an attempt, which may have begun before the network was back. */
  #isRetryDue = false;
  #stopped = false;

  /** Pass `position` to continue a queue that another tab kept so far. */
  constructor(
    private readonly delegate: EventLoopDelegate<State, Event>,
    position: QueuePosition | null = null,
    private readonly timings: EventLoopTimings = defaultTimings,
  ) {
    this.#position = position;
  }

  /** Runs until `stop` or until the account is signed out. Never throws. */
  async run(): Promise<void> {
    this.delegate.onConnection({ kind: 'connecting' });
    while (!this.#stopped) {
      const wait = await this.#step();
      if (wait > 0 && !this.#stopped) await this.#wait(wait);
    }
  }

  /** Aborts the current request; nothing is passed on after it. */
  stop(): void {
    this.#stopped = true;
    this.#request?.abort();
    this.#skipWait?.();
  }

  /** Tries again now: the user asked, the network came back or the tab became visible. */
  wake(): void {
    if (this.#skipWait) {
      this.#skipWait();
    } else if (this.delegate.now() - this.#requestedAt > this.timings.silence) {
      this.#woken = true;
      this.#request?.abort();
    } else {
      this.#isRetryDue = !this.#proven;
    }
  }

  /** The device lost its network, so the current request can't succeed. */
  lostNetwork(): void {
    if (!this.#skipWait) return this.#request?.abort();
    // The pause can be of a proven connection; after the loss only the next reply proves it again.
    this.#proven = false;
    this.delegate.onConnection({ kind: 'offline' });
  }

  /** Makes one request; returns how long to wait before the next. */
  async #step(): Promise<number> {
    const request = new AbortController();
    this.#request = request;
    this.#requestedAt = this.delegate.now();
    try {
      return this.#position
        ? await this.#poll(this.#position, request.signal)
        : await this.#register(request.signal);
    } catch (failure) {
      return this.#stopped ? 0 : this.#failed(failure);
    } finally {
      this.#request = null;
    }
  }

  async #register(signal: AbortSignal): Promise<number> {
    const { state, position } = await this.delegate.register(signal);
    if (this.#stopped) return 0;
    this.delegate.onState(state, position);
    this.#position = position;
    this.#isUntried = true;
    // Not zero yet: a server that drops every queue immediately must not be called without a pause.
    this.#failures = Math.min(this.#failures, 1);
    this.#online();
    return 0;
  }

  async #poll(position: QueuePosition, signal: AbortSignal): Promise<number> {
    const answer = await this.delegate.poll(position, { block: this.#proven, signal });
    if (this.#stopped) return 0;
    const wasProven = this.#proven;
    const sinceLast = this.delegate.now() - this.#answeredAt;
    this.#answeredAt = this.delegate.now();
    this.#failures = 0;
    this.#isUntried = false;
    this.#online();
    const fresh = [...answer]
      .sort((a, b) => a.id - b.id)
      .filter((event, i, all) => event.id > (all[i - 1]?.id ?? position.last_event_id))
      .filter((event) => event.id > position.last_event_id);
    const last = fresh.at(-1);
    if (last) {
      const next = { ...position, last_event_id: last.id };
      const events = fresh.filter((event) => event.type !== 'heartbeat');
      try {
        this.delegate.onEvents(events, next);
      } catch (cause) {
        // The state may be half updated, so fetch a new one.
        this.#position = null;
        throw cause;
      }
      this.#position = next;
    }
    if (!wasProven) return 0;
    if (!last) return this.timings.emptyPause;
    // Each batch causes one rendering, however large it is.
    return sinceLast < 2 * this.timings.gather ? this.timings.gather : 0;
  }

  #online(): void {
    if (!this.#proven) this.delegate.onConnection({ kind: 'online' });
    this.#proven = true;
    this.#isRetryDue = false;
  }

  #failed(failure: unknown): number {
    this.#proven = false;
    const wasUntried = this.#isUntried;
    this.#isUntried = false;
    if (this.#woken) {
      this.#woken = false;
      return 0;
    }
    const verdict = this.delegate.judge(failure);
    if (verdict.kind === 'signed-out') {
      this.#stopped = true;
      this.delegate.onConnection({ kind: 'signed-out' });
      return 0;
    }
    if (verdict.kind === 'expired') {
      this.#position = null;
      // The server answers again, so the failures of an outage don't count.
      if (this.#failures === 0 || !wasUntried) {
        this.#failures = 1;
        return 0;
      }
    }
    const isRetryDue = this.#isRetryDue && verdict.kind === 'retry' && !verdict.after;
    this.#isRetryDue = false;
    if (isRetryDue) return 0;
    const demanded = verdict.kind === 'retry' ? (verdict.after ?? 0) : 0;
    const wait = Math.max(demanded, this.#backoff());
    const at = this.delegate.now() + wait;
    this.delegate.onConnection(
      this.delegate.isOffline() ? { kind: 'offline' } : { kind: 'reconnecting', at },
    );
    return wait;
  }

  /**
   * Doubles from the first to the last wait, with half of it random so that clients don't retry in
   * step.
   */
  #backoff(): number {
    const full = Math.min(this.timings.lastRetry, this.timings.firstRetry * 2 ** this.#failures);
    this.#failures += 1;
    return full * (0.5 + this.delegate.random() / 2);
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        cancel();
        this.#skipWait = null;
        resolve();
      };
      const cancel = this.delegate.after(ms, done);
      this.#skipWait = done;
    });
  }
}
