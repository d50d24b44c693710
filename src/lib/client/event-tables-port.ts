import { NetworkFailure } from '../api/errors';
import type { EventTables } from './event-tables';

/** The way to the tables of events, which the first view does without. */
export interface EventTablesPort {
  /** Undefined until they were fetched. */
  readonly ready: EventTables | undefined;
  /** Throws `NetworkFailure` where they can't be fetched; the next time it tries again. */
  load(): Promise<EventTables>;
}

/** Code alone, the same for everybody. */
let fetched: EventTables | undefined;

export const eventTablesPort: EventTablesPort = {
  get ready() {
    return fetched;
  },
  async load() {
    try {
      return (fetched ??= (await import('./event-tables')).eventTables);
    } catch (cause) {
      throw new NetworkFailure('event-tables', 'unreachable', { cause });
    }
  },
};
