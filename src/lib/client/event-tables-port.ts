import type { EventTables } from './event-tables';

/** The way to the tables of events, which the first view does without. */
export interface EventTablesPort {
  /** Undefined until they were fetched. */
  readonly ready: EventTables | undefined;
  /** Rejects without a network; the next time it tries again. */
  load(): Promise<EventTables>;
}

/** Code alone, the same for everybody. */
let fetched: EventTables | undefined;

export const eventTablesPort: EventTablesPort = {
  get ready() {
    return fetched;
  },
  load: async () => (fetched ??= (await import('./event-tables')).eventTables),
};
