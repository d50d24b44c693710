import {
  EventLoop,
  type ConnectionState,
  type EventLoopDelegate,
  type QueuePosition,
  type QueueEvent,
} from './event-loop';

/**
 * One event queue for all tabs of one account: a browser allows six connections to one server, and
 * a long poll occupies one. The tab that holds the lock runs the loop and forwards what it
 * receives. When it closes, the next tab continues the same queue from the same position.
 *
 * Every tab sees the same states and events in the same order. A tab that missed something (its
 * position isn't the one the events start from) requests the whole state again.
 */

type Message<State, Event> =
  | { readonly kind: 'hello' }
  | { readonly kind: 'leading' }
  | { readonly kind: 'wake' }
  /**
   * Announces a new state. Other tabs request it, because it is large and usually there are none.
   */
  | { readonly kind: 'renewed'; readonly position: QueuePosition }
  | { readonly kind: 'state'; readonly state: State; readonly position: QueuePosition }
  | {
      readonly kind: 'events';
      readonly events: readonly Event[];
      readonly from: QueuePosition;
      readonly position: QueuePosition;
    }
  | { readonly kind: 'connection'; readonly connection: ConnectionState };

export interface HubPorts {
  /** Runs `held` once no other tab holds the lock; releases it when `held` settles. */
  lock(held: () => Promise<void>, signal: AbortSignal): void;
  post(message: unknown): void;
  /** Subscribes to messages of the other tabs; the returned function unsubscribes. */
  listen(receive: (message: unknown) => void): () => void;
}

export type HubDelegate<State, Event extends QueueEvent> = EventLoopDelegate<State, Event> & {
  /** The state with all events so far applied, for a tab that joins. */
  currentState(): State;
};

export class EventHub<State, Event extends QueueEvent> {
  #position: QueuePosition | null = null;
  #loop: EventLoop<State, Event> | null = null;
  #connection: ConnectionState = { kind: 'connecting' };
  /** The user wasn't signed in (401), so this tab neither leads nor waits for the lock. */
  #isOut = false;
  readonly #stop = new AbortController();

  constructor(
    private readonly delegate: HubDelegate<State, Event>,
    private readonly ports: HubPorts,
  ) {}

  /** The queue's id, for calls that need it; null before there is a queue. */
  get queue_id(): string | null {
    return this.#position?.queue_id ?? null;
  }

  start(): void {
    const unlisten = this.ports.listen((message) =>
      this.#receive(message as Message<State, Event>),
    );
    this.#stop.signal.addEventListener('abort', unlisten);
    this.#post({ kind: 'hello' });
    this.#queueUp();
  }

  stop(): void {
    this.#stop.abort();
    this.#loop?.stop();
  }

  /**
   * Tries to connect now, whichever tab leads; also after a 401, since the user may have signed in
   * again.
   */
  wake(): void {
    if (this.#stop.signal.aborted) return;
    if (this.#isOut) this.#queueUp();
    else if (this.#loop) this.#loop.wake();
    else this.#post({ kind: 'wake' });
  }

  lostNetwork(): void {
    this.#loop?.lostNetwork();
  }

  #queueUp(): void {
    this.#isOut = false;
    this.ports.lock(() => this.#lead(), this.#stop.signal);
  }

  async #lead(): Promise<void> {
    if (this.#stop.signal.aborted) return;
    this.#loop = new EventLoop<State, Event>(
      {
        ...bound(this.delegate),
        onState: (state, position) => {
          this.#post({ kind: 'renewed', position });
          this.#adopt(state, position);
        },
        onEvents: (events, position) => {
          const from = this.#position ?? position;
          this.#post({ kind: 'events', events, from, position });
          this.#position = position;
          this.delegate.onEvents(events, position);
        },
        onConnection: (connection) => {
          this.#post({ kind: 'connection', connection });
          this.#tell(connection);
        },
      },
      this.#position,
    );
    this.#post({ kind: 'leading' });
    await this.#loop.run();
    this.#loop = null;
    this.#isOut = true;
  }

  #receive(message: Message<State, Event>): void {
    switch (message.kind) {
      case 'hello':
        if (this.#loop && this.#position) {
          const state = this.delegate.currentState();
          this.#post({ kind: 'state', state, position: this.#position });
          this.#post({ kind: 'connection', connection: this.#connection });
        }
        return;
      case 'leading':
        if (!this.#position) this.#post({ kind: 'hello' });
        return;
      case 'wake':
        this.#loop?.wake();
        return;
      case 'renewed':
        if (!same(this.#position, message.position)) this.#post({ kind: 'hello' });
        return;
      case 'state':
        if (!same(this.#position, message.position)) this.#adopt(message.state, message.position);
        return;
      case 'events':
        if (same(this.#position, message.from)) {
          this.#follow(message.events, message.position);
        } else if (!same(this.#position, message.position)) {
          this.#post({ kind: 'hello' });
        }
        return;
      case 'connection':
        // Another tab is signed in again: follow it, and take over when it closes.
        if (this.#isOut && message.connection.kind === 'online') this.#queueUp();
        this.#tell(message.connection);
    }
  }

  #adopt(state: State, position: QueuePosition): void {
    this.#position = position;
    this.delegate.onState(state, position);
  }

  #follow(events: readonly Event[], position: QueuePosition): void {
    try {
      this.#position = position;
      this.delegate.onEvents(events, position);
    } catch {
      this.#position = null;
      this.#post({ kind: 'hello' });
    }
  }

  #tell(connection: ConnectionState): void {
    this.#connection = connection;
    this.delegate.onConnection(connection);
  }

  #post(message: Message<State, Event>): void {
    this.ports.post(message);
  }
}

function same(a: QueuePosition | null, b: QueuePosition): boolean {
  return a?.queue_id === b.queue_id && a.last_event_id === b.last_event_id;
}

/** Methods can be on a prototype, which a spread doesn't copy. */
function bound<State, Event extends QueueEvent>(
  delegate: EventLoopDelegate<State, Event>,
): EventLoopDelegate<State, Event> {
  return {
    register: (signal) => delegate.register(signal),
    poll: (position, options) => delegate.poll(position, options),
    onState: (state, position) => delegate.onState(state, position),
    onEvents: (events, position) => delegate.onEvents(events, position),
    onConnection: (connection) => delegate.onConnection(connection),
    judge: (failure) => delegate.judge(failure),
    isOffline: () => delegate.isOffline(),
    now: () => delegate.now(),
    after: (ms, callback) => delegate.after(ms, callback),
    random: () => delegate.random(),
  };
}

/**
 * The browser's lock and channel. Tabs of one account and one build share them. During an update,
 * old and new tabs keep separate queues, since the shape of the state can have changed.
 */
export function browserPorts(account: string, build: string): HubPorts {
  const name = `inkwell.events.${account}.${build}`;
  // Locks exist only in secure contexts: on plain http each tab keeps its own queue.
  if (!('locks' in navigator)) {
    return { lock: (held) => void held(), post: () => undefined, listen: () => () => undefined };
  }
  let channel: BroadcastChannel | null = null;
  return {
    lock: (held, signal) => {
      navigator.locks.request(name, { signal }, held).catch(() => undefined);
    },
    post: (message) => channel?.postMessage(message),
    listen: (receive) => {
      const opened = new BroadcastChannel(name);
      opened.onmessage = (event) => receive(event.data);
      channel = opened;
      return () => {
        channel = null;
        opened.close();
      };
    },
  };
}
