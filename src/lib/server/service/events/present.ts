import type { WarningLog } from '../warning-log';
import { presenters } from './presenters';
import type { EventLogRow, EventQueue } from './queue-visibility';

export type WireEvent = { id: number; type: string } & Record<string, unknown>;

/** A log row's event id in the queue. These start at 0 and grow, with gaps. */
export function queueEventId(queue: EventQueue, row: EventLogRow): number {
  return row.id - queue.base_id - 1;
}

/** Presents visible rows, in order, as the queue's events. Skips a row that can't be presented. */
export function presentEvents(
  queue: EventQueue,
  rows: readonly EventLogRow[],
  warnings: WarningLog,
): WireEvent[] {
  const out: WireEvent[] = [];
  for (const row of rows) {
    const event = presentRow(queue, row, warnings);
    if (event === null) continue;
    const merged = mergeEvents(out.at(-1), event);
    if (merged) out[out.length - 1] = merged;
    else out.push(event);
  }
  return out;
}

function presentRow(queue: EventQueue, row: EventLogRow, warnings: WarningLog): WireEvent | null {
  const payload = { ...row.payload, ...row.per_user?.[String(queue.user_id)] };
  const presenter = presenters[row.type];
  try {
    const shaped = presenter ? presenter(payload, queue, row.hidden ?? {}) : payload;
    return shaped && { ...shaped, type: row.type, id: queueEventId(queue, row) };
  } catch (error) {
    const fields = { type: row.type, error };
    warnings.once(`event ${row.id}`, fields, 'an event could not be presented and is left out');
    return null;
  }
}

/**
 * Merges consecutive flag changes of one kind into one event, and restarts too. Doesn't merge
 * events that mark as unread, because they carry details per message.
 */
function mergeEvents(last: WireEvent | undefined, next: WireEvent): WireEvent | null {
  if (last?.type !== next.type) return null;
  if (next.type === 'restart') return next;
  if (next.type !== 'update_message_flags') return null;
  const same = last.op === next.op && last.flag === next.flag && last.all === next.all;
  if (!same || (next.flag === 'read' && next.op === 'remove')) return null;
  if (!Array.isArray(last.messages) || !Array.isArray(next.messages)) return null;
  return { ...next, messages: [...(last.messages as number[]), ...(next.messages as number[])] };
}
