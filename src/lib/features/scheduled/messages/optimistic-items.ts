import type { ScheduledMessage } from '../../../api/scheduled-message';
import type { PendingChange } from '../../../client/outbox/pending-change';
import { timedTextOf } from '../../../writing/sending/timed-text';
import {
  scheduledRecipientKey,
  scheduledItemOf,
  storedTextOf,
  type ScheduledItem,
} from './scheduled-item';

const made = new WeakMap<PendingChange, WeakMap<ScheduledMessage, ScheduledItem> | ScheduledItem>();

/**
 * The scheduled messages as they will be once the server has the pending changes. Messages that
 * were changed elsewhere since are shown as they are. Sorted by time.
 */
export function applyPendingScheduled(
  messages: readonly ScheduledMessage[],
  changes: readonly PendingChange[],
): readonly ScheduledItem[] {
  const open = new Map(changes.map((change) => [change.row, change]));
  const items = messages.flatMap((message): readonly ScheduledItem[] => {
    const change = open.get(message.scheduled_message_id);
    if (!change || change.from === null) return [scheduledItemOf(message)];
    if (change.to === null && change.problem === null) return [];
    return [changed(message, change)];
  });
  const fresh = changes.filter((change) => change.from === null && change.to !== null);
  return [...items, ...fresh.filter((change) => !isListed(change, items)).map(itemOfNew)].sort(
    (a, b) => a.timestamp - b.timestamp,
  );
}

function changed(message: ScheduledMessage, change: PendingChange): ScheduledItem {
  const known = made.get(change);
  const byMessage =
    known instanceof WeakMap ? known : new WeakMap<ScheduledMessage, ScheduledItem>();
  made.set(change, byMessage);
  let item = byMessage.get(message);
  if (!item) byMessage.set(message, (item = withChange(scheduledItemOf(message), change)));
  return item;
}

function withChange(item: ScheduledItem, change: PendingChange): ScheduledItem {
  // If the message was changed elsewhere, that version will be sent.
  if (change.to === null || change.problem === 'changed') return { ...item, change };
  const { timestamp, ...body } = timedTextOf(change.to);
  const html = body.content === item.body.content ? item.html : '';
  return { ...item, body, timestamp, html, failed: false, change };
}

function itemOfNew(change: PendingChange): ScheduledItem {
  const known = made.get(change);
  if (known && !(known instanceof WeakMap)) return known;
  const { row } = change;
  const { timestamp, ...body } = timedTextOf(change.to ?? {});
  const item = { key: String(row), id: row, body, timestamp, failed: false, html: '', change };
  made.set(change, item);
  return item;
}

/** Whether the event of the new message arrived before the reply. */
function isListed({ tried }: PendingChange, items: readonly ScheduledItem[]): boolean {
  if (!tried?.to) return false;
  const { timestamp, ...body } = timedTextOf(tried.to);
  return items.some(
    (item) =>
      item.id > tried.after &&
      !tried.others.includes(item.id) &&
      item.timestamp === timestamp &&
      storedTextOf(item.body) === storedTextOf(body) &&
      scheduledRecipientKey(item.body) === scheduledRecipientKey(body),
  );
}
