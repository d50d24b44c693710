import type { ApiOperation } from '../../api/define-operation';
import { NetworkFailure } from '../../api/errors';
import type { EventTables } from './event-tables';

/** Access to the code that reads events, which is loaded after the first view. */
export interface EventTablesPort {
  /** Undefined until loaded. */
  readonly ready: EventTables | undefined;
  /** Throws `NetworkFailure` if loading fails; the next call tries again. */
  load(): Promise<EventTables>;
}

/** Holds only code, so all accounts share it. */
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

/**
 * Delays the reply to a change until the event tables are loaded, so that the caller can apply the
 * result immediately.
 */
export async function awaitEventTables<T>(
  tables: EventTablesPort,
  { method }: ApiOperation,
  reply: Promise<T>,
): Promise<T> {
  if (method === 'GET' || tables.ready) return reply;
  const loading = tables.load().catch(() => undefined);
  const loadedTables = await reply;
  await loading;
  return loadedTables;
}
