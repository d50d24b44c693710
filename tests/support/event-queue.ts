import type {
  PollOptions,
  QueuePosition,
  QueueEvent,
} from '../../src/lib/client/events/event-loop';

/** What happens to the next request. `lost`: the server executes it but the reply never arrives. */
export type Fate = 'well' | 'refused' | 'lost' | 'expired' | 'busy' | 'doubled';
export const fates: readonly Fate[] = ['well', 'refused', 'lost', 'expired', 'busy', 'doubled'];

export class Expired extends Error {}
export class SignedOut extends Error {}

/** A server with one user whose whole state is the list of things that happened. */
export class FakeQueueServer {
  readonly happened: string[] = [];
  readonly fates: Fate[] = [];
  polls: { answered: boolean; block: boolean }[] = [];
  registered = 0;
  signedOut = false;
  #queue: { id: string; base: number; events: QueueEvent[] } | null = null;
  #waiting: (() => void) | null = null;

  happen(what: string) {
    this.happened.push(what);
    this.#queue?.events.push({ id: this.happened.length, type: what });
    this.#waiting?.();
  }

  beat() {
    this.#queue?.events.push({ id: this.happened.length + 0.5, type: 'heartbeat' });
    this.#waiting?.();
  }

  register() {
    const fate = this.#meet();
    this.registered += 1;
    this.#queue = { id: `q${this.registered}`, base: this.happened.length, events: [] };
    if (fate === 'lost') throw new Error('lost');
    return {
      state: [...this.happened],
      position: { queue_id: this.#queue.id, last_event_id: this.#queue.base },
    };
  }

  async poll(position: QueuePosition, { block, signal }: PollOptions) {
    const fate = this.#meet();
    const record = { answered: false, block };
    this.polls.push(record);
    if (fate === 'expired') this.#queue = null;
    const queue = this.#queue;
    if (queue?.id !== position.queue_id) throw new Expired();
    queue.events = queue.events.filter((event) => event.id > position.last_event_id);
    if (block && queue.events.length === 0) {
      await new Promise<void>((resolve, reject) => {
        this.#waiting = resolve;
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      });
    }
    if (fate === 'lost') throw new Error('lost');
    record.answered = true;
    return fate === 'doubled' ? [...queue.events, ...queue.events] : [...queue.events];
  }

  #meet(): Fate {
    if (this.signedOut) throw new SignedOut();
    const fate = this.fates.shift() ?? 'well';
    if (fate === 'refused' || fate === 'busy') throw new Error(fate);
    return fate;
  }
}
