import type { EventKind, EventOf, ServerEvent } from '../../api/event-types';
import { ListenerSet } from '../listener-set';

export class EventListeners {
  readonly #all = new ListenerSet<readonly ServerEvent[]>();

  /** The returned function unsubscribes. */
  add<K extends EventKind>(
    kinds: readonly K[] | 'all',
    hear: (events: readonly EventOf<K>[]) => void,
  ): () => void {
    const wanted: ReadonlySet<string> | null = kinds === 'all' ? null : new Set(kinds);
    return this.#all.add((events) => {
      const heard = wanted ? events.filter(({ kind }) => wanted.has(kind)) : events;
      if (heard.length > 0) hear(heard as never);
    });
  }

  /** Passes each listener the events it asked for, in order; none if there are none. */
  notify(events: readonly ServerEvent[]): void {
    this.#all.notify(events);
  }
}
