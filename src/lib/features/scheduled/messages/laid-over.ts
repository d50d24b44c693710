import type { ScheduledMessage } from '../../../api/scheduled-message';
import type { Change } from '../../../client/outbox/change';
import { bodyOf } from '../../../writing/timed-text';
import { addressKey, itemOf, keptText, type Item } from './item';

const made = new WeakMap<Change, WeakMap<ScheduledMessage, Item> | Item>();

/**
 * The scheduled messages as they will be once the server has what was wished here; those that were
 * changed elsewhere meanwhile as they are. By time.
 */
export function laidOver(
  messages: readonly ScheduledMessage[],
  changes: readonly Change[],
): readonly Item[] {
  const open = new Map(changes.map((change) => [change.row, change]));
  const items = messages.flatMap((message): readonly Item[] => {
    const change = open.get(message.scheduled_message_id);
    if (!change || change.from === null) return [itemOf(message)];
    if (change.to === null && change.problem === null) return [];
    return [changed(message, change)];
  });
  const fresh = changes.filter((change) => change.from === null && change.to !== null);
  return [...items, ...fresh.filter((change) => !isListed(change, items)).map(itemOfNew)].sort(
    (a, b) => a.timestamp - b.timestamp,
  );
}

function changed(message: ScheduledMessage, change: Change): Item {
  const known = made.get(change);
  const byMessage = known instanceof WeakMap ? known : new WeakMap<ScheduledMessage, Item>();
  made.set(change, byMessage);
  let item = byMessage.get(message);
  if (!item) byMessage.set(message, (item = withChange(itemOf(message), change)));
  return item;
}

function withChange(item: Item, change: Change): Item {
  // Where it was changed elsewhere that is what goes out.
  if (change.to === null || change.problem === 'changed') return { ...item, change };
  const { timestamp, ...body } = bodyOf(change.to);
  const html = body.content === item.body.content ? item.html : '';
  return { ...item, body, timestamp, html, failed: false, change };
}

function itemOfNew(change: Change): Item {
  const known = made.get(change);
  if (known && !(known instanceof WeakMap)) return known;
  const { row } = change;
  const { timestamp, ...body } = bodyOf(change.to ?? {});
  const item = { key: String(row), id: row, body, timestamp, failed: false, html: '', change };
  made.set(change, item);
  return item;
}

/** The event of it came before the reply. */
function isListed({ tried }: Change, items: readonly Item[]): boolean {
  if (!tried?.to) return false;
  const { timestamp, ...body } = bodyOf(tried.to);
  return items.some(
    (item) =>
      item.id > tried.after &&
      !tried.others.includes(item.id) &&
      item.timestamp === timestamp &&
      keptText(item.body) === keptText(body) &&
      addressKey(item.body) === addressKey(body),
  );
}
