import type { SentAnnouncement } from './tab-channel';
import { stepDrafts, type DraftEngineEvent } from './engine/engine';
import type { CheckJob, SendJob } from './engine/push-results';
import { unsavedTypingOf, type UnsavedTyping } from './engine/unsaved-typing';
import { draftsWakeAt } from './engine/plan';
import type { DraftChange } from './engine/draft-change';
import {
  patchKeysOf,
  startDraftState,
  type DraftEffect,
  type DraftStoreKeys,
  type DraftEngineState,
} from './engine/engine-state';
import { isEmptyPatch, type ChangeEnvironment, type StorePatch } from './engine/working-set';
import { StorageFullError, type StoreWriteResult } from './draft-store-idb';
import type { DraftTransport } from './draft-transport';

export interface DraftStore {
  /** Calls `applied` while the transaction is open. */
  write(
    change: DraftChange,
    env: ChangeEnvironment,
    applied: (patch: StorePatch) => void,
  ): Promise<StoreWriteResult>;
  read(keys: DraftStoreKeys | 'all'): Promise<StorePatch>;
}

export interface DraftClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once after `ms`. Returns a function that cancels it. */
  after(ms: number, callback: () => void): () => void;
}

export interface DraftDriverPorts {
  readonly store: DraftStore;
  readonly transport: DraftTransport;
  readonly clock: DraftClock;
  readonly newId: () => string;
  announceKeys(keys: DraftStoreKeys): void;
  /** Called after every step. */
  show(state: DraftEngineState): void;
  /** The server accepted a message. Called before any tab sees its draft disappear. */
  sent(word: SentAnnouncement): void;
  /** The typing is in the store now, or already was. */
  recovered(word: UnsavedTyping): void;
}

const readRetry = 5000;

/** Runs the engine: carries out its effects and reports the results back. */
export class DraftDriver {
  #state: DraftEngineState = startDraftState();
  #cancelWake: (() => void) | null = null;
  #wake: number | null = null;
  #stopped = false;
  /** Store operations run in the order of their effects. */
  #storing: Promise<void> = Promise.resolve();

  constructor(private readonly ports: DraftDriverPorts) {}

  get state(): DraftEngineState {
    return this.#state;
  }

  /** `words` is typing left by closed pages; it is written before anything is read. */
  start(words: readonly UnsavedTyping[] = []): void {
    for (const word of words) this.#store(() => this.#recall(word));
    this.#run({ type: 'read', keys: 'all' });
  }

  /**
   * Starts storing what is shown, and returns the part that could be lost if the page closes now.
   */
  flush(): readonly UnsavedTyping[] {
    this.dispatch({ type: 'flush' });
    return unsavedTypingOf(this.#state);
  }

  /**
   * Resolves when everything is stored or has failed, including changes made while waiting. The
   * driver is idle from then on.
   */
  async stop(): Promise<void> {
    let stored;
    do {
      stored = this.#storing;
      await stored;
    } while (stored !== this.#storing);
    this.#stopped = true;
    this.#cancelWake?.();
  }

  dispatch(event: DraftEngineEvent): void {
    if (this.#stopped) return;
    const now = this.ports.clock.now();
    const [state, effects] = stepDrafts(this.#state, event, now);
    this.#state = state;
    for (const effect of effects) this.#run(effect);
    this.#schedule(now);
    this.ports.show(state);
  }

  #schedule(now: number): void {
    const at = draftsWakeAt(this.#state, now);
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

  #run(effect: DraftEffect): void {
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

  async #read(keys: DraftStoreKeys | 'all'): Promise<void> {
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

  async #recall(word: UnsavedTyping): Promise<void> {
    try {
      await this.#apply({ type: 'recall', word });
      this.ports.recovered(word);
    } catch {
      // The typing is still in the crash buffer for the next start.
    }
  }

  async #write(change: DraftChange): Promise<void> {
    try {
      const { patch, jobs } = await this.#apply(change);
      this.dispatch({ type: 'written', patch, jobs });
    } catch (failure) {
      this.dispatch({ type: 'writeFailed', full: failure instanceof StorageFullError });
    }
  }

  #apply(change: DraftChange): Promise<StoreWriteResult> {
    const { clock, newId, store } = this.ports;
    const env = { now: clock.now(), newId, limits: this.#state.limits };
    return store.write(change, env, (patch) => {
      if (!isEmptyPatch(patch)) this.ports.announceKeys(patchKeysOf(patch));
    });
  }
}
