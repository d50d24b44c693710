import type { EventKind, EventOf, ServerEvent } from '../../api/event-types';

interface EventListener {
  readonly kinds: ReadonlySet<string> | 'all';
  readonly hear: (events: readonly never[]) => void;
}

/** Listeners to kinds of events, called in the order they were added. */
export class EventListeners {
  readonly #all = new Set<EventListener>();

  /** The returned function unsubscribes. */
  add<K extends EventKind>(
    kinds: readonly K[] | 'all',
    hear: (events: readonly EventOf<K>[]) => void,
  ): () => void {
    const listener: EventListener = { kinds: kinds === 'all' ? kinds : new Set(kinds), hear };
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  }

  /** Passes each listener the events it asked for, in order; none if there are none. */
  notify(events: readonly ServerEvent[]): void {
    for (const { kinds, hear } of this.#all) {
      const wanted = kinds === 'all' ? events : events.filter(({ kind }) => kinds.has(kind));
      if (wanted.length > 0) hear(wanted as never[]);
    }
  }
}
