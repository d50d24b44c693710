import type { SentWord } from './channel';
import { step, type Event } from './engine/engine';
import type { CheckJob, SendJob } from './engine/replies';
import { lastWordsOf, type LastWord } from './engine/last-words';
import { wakeAt } from './engine/plan';
import type { Change } from './engine/change';
import { keysOf, startState, type Effect, type Keys, type State } from './engine/state';
import { isEmpty, type Env, type Patch } from './engine/working-set';
import { StorageFull, type Written } from './store-idb';
import type { Transport } from './transport';

export interface Store {
  /** Calls `applied` while the transaction is open. */
  write(change: Change, env: Env, applied: (patch: Patch) => void): Promise<Written>;
  read(keys: Keys | 'all'): Promise<Patch>;
}

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once after `ms`; the result cancels. */
  after(ms: number, callback: () => void): () => void;
}

export interface Ports {
  readonly store: Store;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly newId: () => string;
  tell(keys: Keys): void;
  /** After every step. */
  show(state: State): void;
  /** A message was accepted by the server; told before any tab sees its draft go. */
  sent(word: SentWord): void;
  /** It is in the store now, or was already. */
  recalled(word: LastWord): void;
}

const readRetry = 5000;

/** Runs the engine: carries out its effects and reports back what came of them. */
export class Driver {
  #state: State = startState();
  #cancelWake: (() => void) | null = null;
  #wake: number | null = null;
  #stopped = false;
  /** Store operations run in the order of their effects. */
  #storing: Promise<void> = Promise.resolve();

  constructor(private readonly ports: Ports) {}

  get state(): State {
    return this.#state;
  }

  /** `words`: of pages that have gone away, written before anything is read. */
  start(words: readonly LastWord[] = []): void {
    for (const word of words) this.#store(() => this.#recall(word));
    this.#run({ type: 'read', keys: 'all' });
  }

  /** Begins to store what is shown, and tells what of it may come too late if the page goes now. */
  flush(): readonly LastWord[] {
    this.dispatch({ type: 'flush' });
    return lastWordsOf(this.#state);
  }

  /** Resolves when all is stored, or has failed, what came of it meanwhile included; then it is still. */
  async stop(): Promise<void> {
    let stored;
    do {
      stored = this.#storing;
      await stored;
    } while (stored !== this.#storing);
    this.#stopped = true;
    this.#cancelWake?.();
  }

  dispatch(event: Event): void {
    if (this.#stopped) return;
    const now = this.ports.clock.now();
    const [state, effects] = step(this.#state, event, now);
    this.#state = state;
    for (const effect of effects) this.#run(effect);
    this.#schedule(now);
    this.ports.show(state);
  }

  #schedule(now: number): void {
    const at = wakeAt(this.#state, now);
    if (at === this.#wake) return;
    this.#cancelWake?.();
    this.#wake = at;
    this.#cancelWake = null;
    if (at === null) return;
    this.#cancelWake = this.ports.clock.after(Math.max(0, at - now), () => {
      this.#wake = null;
      this.dispatch({ type: 'tick' });
    });
  }

  #run(effect: Effect): void {
    switch (effect.type) {
      case 'read':
        return this.#store(() => this.#read(effect.keys));
      case 'write':
        return this.#store(() => this.#write(effect.change));
      case 'call':
        void this.ports.transport
          .run(effect.call)
          .then((outcome) => this.dispatch({ type: 'answered', call: effect.call, outcome }));
        return;
      case 'send':
        void this.ports.transport.send(effect.job).then((outcome) => {
          if (outcome.state === 'sent') this.#tellSent(effect.job, outcome.messageId);
          this.dispatch({ type: 'sendAnswered', job: effect.job, outcome });
        });
        return;
      case 'check':
        void this.ports.transport.check(effect.job).then((outcome) => {
          if (outcome.state === 'arrived') this.#tellSent(effect.job, outcome.messageId);
          this.dispatch({ type: 'checked', job: effect.job, outcome });
        });
    }
  }

  #tellSent({ local, sending }: SendJob | CheckJob, messageId: number): void {
    this.ports.sent({ local, attempt: sending.attempt, messageId });
  }

  #store(operation: () => Promise<void>): void {
    this.#storing = this.#storing.then(operation);
  }

  async #read(keys: Keys | 'all'): Promise<void> {
    try {
      const patch = await this.ports.store.read(keys);
      this.dispatch({ type: 'read', patch, whole: keys === 'all' });
    } catch {
      this.dispatch({ type: 'readFailed' });
      this.ports.clock.after(readRetry, () => {
        if (!this.#stopped) this.#run({ type: 'read', keys });
      });
    }
  }

  async #recall(word: LastWord): Promise<void> {
    try {
      await this.#apply({ type: 'recall', word });
      this.ports.recalled(word);
    } catch {
      // The device still has it, for the next start.
    }
  }

  async #write(change: Change): Promise<void> {
    try {
      const { patch, jobs } = await this.#apply(change);
      this.dispatch({ type: 'written', patch, jobs });
    } catch (failure) {
      this.dispatch({ type: 'writeFailed', full: failure instanceof StorageFull });
    }
  }

  #apply(change: Change): Promise<Written> {
    const { clock, newId, store } = this.ports;
    const env = { now: clock.now(), newId, limits: this.#state.limits };
    return store.write(change, env, (patch) => {
      if (!isEmpty(patch)) this.ports.tell(keysOf(patch));
    });
  }
}
