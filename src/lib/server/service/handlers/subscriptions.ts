import type { SubscriptionProperty } from '$lib/api/subscriptions';
import { canRemoveSubscribers } from '$lib/api/permissions/channel';
import { eq, and, inArray, sql } from 'drizzle-orm';
import { recordAuditedChange, type AuditedChange } from '../audit/record';
import {
  subscribeAndAnnounce,
  inaccessibleChannels,
} from '../channel-changes/subscribe-and-announce';
import { findPrincipals } from '../channel-changes/principals';
import type { StreamRow } from '../channels/access';
import { noSuchStream, streamsByName } from '../channels/find';
import { accessStreamMetadata, loadChannelAccess } from '../channels/load';
import { removeSubscribers, type RemovedSubscriptions } from '../channels/unsubscribe';
import type { ServiceContext } from '../context';
import { isRowId } from '../db/ids';
import { users } from '../db/schema/users';
import { badRequest, requirePermission } from '../failure';
import type { OperationHandlers } from '../handler';
import { isSubscribed } from '../messages/receivers';
import type { UserRow } from '../model';
import { listVisibleUsers } from '../users/visible';
import { subscriptions } from '../db/schema/streams';

interface SettingChange {
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
async function changeOwnSettings(
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

async function remove(
  context: ServiceContext,
  names: readonly string[],
  people: readonly UserRow[],
) {
  const streams = await channelsToLeave(context, names, people);
  const left = await removeSubscribers(context, people, streams);
  await recordRemoval(context, left);
  const countOf = (stream: StreamRow) => left.get(stream)?.length ?? 0;
  const namesOf = (rows: readonly StreamRow[]) => rows.map(({ name }) => name);
  return {
    removed: namesOf(streams.filter((stream) => countOf(stream) > 0)),
    not_removed: namesOf(streams.filter((stream) => countOf(stream) < people.length)),
  };
}

/** Records in the audit log only people removed by someone else. */
function recordRemoval(context: ServiceContext, left: RemovedSubscriptions): Promise<void> {
  const changes = [...left].flatMap(([{ id }, people]): AuditedChange[] => {
    const user_ids = people.filter((person) => !isOwn(context, person)).map((person) => person.id);
    if (user_ids.length === 0) return [];
    return [
      { action: 'channel.subscribers_removed', modified_stream_id: id, before: { user_ids } },
    ];
  });
  return recordAuditedChange(context, ...changes);
}

/**
 * The distinct channels. Throws for channels that the caller can't see, or can't remove these
 * people from.
 */
async function channelsToLeave(
  context: ServiceContext,
  names: readonly string[],
  people: readonly UserRow[],
): Promise<StreamRow[]> {
  const given = names.map((name) => name.trim());
  const find = await streamsByName(context, given);
  const access = await loadChannelAccess(context);
  const own = people.every((person) => isOwn(context, person));
  const streams = new Set<StreamRow>();
  for (const name of given) {
    const stream = find(name);
    if (!stream || !access.seesMetadata(stream)) throw noSuchStream({ stream: name });
    streams.add(stream);
  }
  for (const stream of streams) {
    requirePermission(own || canRemoveSubscribers(access.permissions, stream));
  }
  return [...streams];
}

/** Whether it is the caller or one of their bots. */
function isOwn({ user }: ServiceContext, person: UserRow): boolean {
  return person.id === user.id || (person.is_bot && person.bot_owner_id === user.id);
}

export const subscriptionHandlers = {
  async unsubscribe(context, { subscriptions, principals = [] }) {
    const people =
      principals.length > 0 ? await findPrincipals(context, principals) : [context.user];
    return remove(context, subscriptions, people);
  },

  async updateSubscriptions(context, params) {
    const { add = [], delete: leaving = [] } = params;
    if (add.length === 0 && leaving.length === 0) {
      throw badRequest('Nothing to do. Specify at least one of "add" or "delete".');
    }
    const self = [context.user];
    const { unauthorized, subscribed, already_subscribed } = await subscribeAndAnnounce(
      context,
      add,
      self,
      {},
    );
    if (unauthorized.length > 0) throw inaccessibleChannels(unauthorized);
    return { subscribed, already_subscribed, ...(await remove(context, leaving, self)) };
  },

  async updateSubscriptionSettings(context, { subscription_data }) {
    await changeOwnSettings(context, subscription_data);
  },

  async updateSubscriptionSetting(context, change) {
    await changeOwnSettings(context, [change]);
  },

  async getSubscriptionStatus(context, { user_id, stream_id }) {
    const [person] = isRowId(user_id) ? await listVisibleUsers(context, eq(users.id, user_id)) : [];
    if (!person) throw badRequest('No such user');
    const stream = await accessStreamMetadata(context, stream_id);
    const access = await loadChannelAccess(context);
    if (person.id !== context.user.id && !access.seesSubscribers(stream)) {
      throw badRequest('Subscriber data is not available for this channel');
    }
    const is_subscribed = person.is_active && (await isSubscribed(context, person.id, stream.id));
    return { is_subscribed };
  },
} satisfies Partial<OperationHandlers>;
