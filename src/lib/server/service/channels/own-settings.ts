import type { SubscriptionProperty } from '$lib/api/subscriptions';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { isRowId } from '../db/ids';
import { subscriptions } from '../db/schema/streams';
import { badRequest } from '../failure';

export interface SettingChange {
  readonly stream_id: number;
  readonly property: SubscriptionProperty;
  readonly value: boolean | string;
}

type Row = typeof subscriptions.$inferSelect;
type Stored = Exclude<SubscriptionProperty, 'in_home_view'>;

/**
 * Changes the caller's own settings for channels they are in, including archived ones, and sends
 * changed values to their queues. https://zulip.com/api/update-subscription-settings
 */
export async function changeOwnSettings(
  context: ServiceContext,
  changes: readonly SettingChange[],
): Promise<void> {
  const before = await lockOwn(
    context,
    changes.map(({ stream_id }) => stream_id),
  );
  const after = new Map<number, Row>();
  for (const { stream_id, ...change } of changes) {
    const row = after.get(stream_id) ?? before.get(stream_id);
    if (!row) throw badRequest(`Not subscribed to channel ID ${stream_id}`);
    const { name, value } = read(change);
    if (row[name] === value) continue;
    after.set(stream_id, { ...row, [name]: value });
    announce(context, stream_id, name, value);
  }
  if (after.size > 0) await store(context, [...after.values()]);
}

async function lockOwn(
  { tx, user }: ServiceContext,
  ids: readonly number[],
): Promise<Map<number, Row>> {
  const wanted = [...new Set(ids)].filter(isRowId);
  if (wanted.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.user_id, user.id),
        eq(subscriptions.active, true),
        inArray(subscriptions.stream_id, wanted),
      ),
    )
    .orderBy(subscriptions.stream_id)
    .for('update');
  return new Map(rows.map((row) => [row.stream_id, row]));
}

/** Stores all rows with one statement. */
async function store({ tx }: ServiceContext, rows: Row[]): Promise<void> {
  const taken = (column: Stored) => sql.raw(`excluded.${column}`);
  await tx
    .insert(subscriptions)
    .values(rows)
    .onConflictDoUpdate({
      target: [subscriptions.stream_id, subscriptions.user_id],
      set: {
        color: taken('color'),
        is_muted: taken('is_muted'),
        pin_to_top: taken('pin_to_top'),
        desktop_notifications: taken('desktop_notifications'),
        audible_notifications: taken('audible_notifications'),
        push_notifications: taken('push_notifications'),
        email_notifications: taken('email_notifications'),
        wildcard_mentions_notify: taken('wildcard_mentions_notify'),
      },
    });
}

/** The column and its value. Throws 400 for a value of the wrong type. */
function read({ property, value }: Omit<SettingChange, 'stream_id'>): {
  name: Stored;
  value: boolean | string;
} {
  if (property === 'color') return { name: 'color', value: readColor(value) };
  if (typeof value !== 'boolean') throw badRequest(`${property} is not a boolean`);
  return property === 'in_home_view'
    ? { name: 'is_muted', value: !value }
    : { name: property, value };
}

/** `#rrggbb` in lower case. In the short form, each digit counts twice. */
function readColor(value: boolean | string): string {
  const [, digits] = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(String(value)) ?? [];
  if (digits === undefined) throw badRequest('color is not a valid hex color code');
  const long = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits;
  return `#${long.toLowerCase()}`;
}

/** Old clients use the inverse setting `in_home_view` for muting. */
function announce(
  { user, emit }: ServiceContext,
  stream_id: number,
  name: Stored,
  value: boolean | string,
): void {
  const tell = (property: SubscriptionProperty, newValue: boolean | string) =>
    emit({
      payload: { type: 'subscription', op: 'update', stream_id, property, value: newValue },
      audience: [user.id],
    });
  if (name === 'is_muted') tell('in_home_view', !value);
  tell(name, value);
}
