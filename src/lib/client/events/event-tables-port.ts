import type { ApiOperation } from '../../api/define-operation';
import { NetworkFailure } from '../../api/errors';
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

/** The reply to a change is heard once what the change has made can be taken in at once. */
export async function awaitEventTables<T>(
  tables: EventTablesPort,
  { method }: ApiOperation,
  reply: Promise<T>,
): Promise<T> {
  if (method === 'GET' || tables.ready) return reply;
  const loading = tables.load().catch(() => undefined);
  const told = await reply;
  await loading;
  return told;
}
