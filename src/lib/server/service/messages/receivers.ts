import { isChannelOpenTo } from '$lib/api/permissions/channel';
import { and, eq, sql } from 'drizzle-orm';
import { type StreamRow } from '../channels/access';
import type { ServiceContext } from '../context';
import { CachedRead } from '../db/read-cache';
import type { DeliveryGroup } from '../db/message-writer';
import { anyOf } from '../db/ids';
import { queryRows } from '../db/query-rows';
import { subscriptions } from '../db/schema/streams';
import { users } from '../db/schema/users';
import type { MarkdownMentions } from '../markdown/state';
import { loadPermissions, loadSettingMembers } from '../permissions/load';
import { ServiceFailure } from '../failure';
import type { NotificationPreferences } from './notification-preferences';

/** Above this many people, wildcard mentions need a permission. */
const manyPeople = 15;

/** Each receiver's flags in the API's names. Absent users have none. */
export type FlagsByUser = Map<number, string[]>;

export const noMentionEffects: MarkdownMentions = {
  user_ids: new Set<number>(),
  group_ids: new Set<number>(),
  stream_wildcard: false,
  topic_wildcard: false,
};

/** Active subscribers of a channel, ascending. */
export const activeSubscribers = new CachedRead<number, readonly number[]>(subscriptions, users);

export function loadActiveSubscribers(
  { tx, service: { readCache: facts } }: ServiceContext,
  stream_id: number,
): Promise<readonly number[]> {
  return facts.getOrLoad(activeSubscribers, stream_id, async () => {
    const rows = await queryRows<{ user_id: number }>(
      tx,
      sql`select s.user_id from subscriptions s join users u on u.id = s.user_id
        where s.stream_id = ${stream_id} and s.active and u.is_active order by s.user_id`,
    );
    return rows.map(({ user_id }) => user_id);
  });
}

/** Bots that get mentions in a channel they aren't subscribed to, because they can read it. */
export async function findMentionedBots(
  { tx }: ServiceContext,
  stream: StreamRow,
  called: ReadonlySet<number>,
  subscribers: readonly number[],
): Promise<number[]> {
  const inside = new Set(called.size === 0 ? [] : subscribers);
  const ids = [...called].filter((id) => !inside.has(id));
  if (ids.length === 0) return [];
  const bots = await tx
    .select()
    .from(users)
    .where(and(anyOf(users.id, ids), eq(users.is_bot, true), eq(users.is_active, true)));
  return bots.filter((bot) => isChannelOpenTo(bot, stream)).map(({ id }) => id);
}

/** Whether an active user is subscribed to a channel. */
export async function isSubscribed(
  { tx, service: { readCache: facts } }: ServiceContext,
  user_id: number,
  stream_id: number,
): Promise<boolean> {
  const known = facts.get(activeSubscribers, stream_id);
  if (known) return known.includes(user_id);
  const rows = await queryRows(
    tx,
    sql`select 1 from subscriptions
      where stream_id = ${stream_id} and user_id = ${user_id} and active`,
  );
  return rows.length > 0;
}

/** Ids of users who have sent messages in a topic. */
export async function participantsOf(
  { tx }: ServiceContext,
  stream_id: number,
  topic: string,
): Promise<number[]> {
  const rows = await queryRows<{ sender_id: number }>(
    tx,
    sql`select distinct sender_id from messages
      where stream_id = ${stream_id} and fold_case(topic) = fold_case(${topic})`,
  );
  return rows.map(({ sender_id }) => sender_id);
}

/** Throws if the sender can't use the text's wildcard mentions. */
export async function requireCanMentionWidely(
  context: ServiceContext,
  mentions: MarkdownMentions,
  counts: { readonly subscribers: number; readonly participants: number },
): Promise<void> {
  const stream = mentions.stream_wildcard && counts.subscribers > manyPeople;
  const topic = mentions.topic_wildcard && counts.participants > manyPeople;
  if (!stream && !topic) return;
  const permissions = await loadPermissions(context, context.user);
  if (permissions.realmHas('can_mention_many_users_group')) return;
  throw new ServiceFailure(
    stream ? 'STREAM_WILDCARD_MENTION_NOT_ALLOWED' : 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
    'You do not have permission to use wildcard mentions here.',
  );
}

/** Users mentioned by name or through a group, subgroups included. */
export async function mentionedPeopleOf(
  context: ServiceContext,
  { user_ids, group_ids }: MarkdownMentions,
): Promise<ReadonlySet<number>> {
  if (group_ids.size === 0) return user_ids;
  const setting = { direct_members: [], direct_subgroups: [...group_ids] };
  return new Set([...user_ids, ...(await loadSettingMembers(context, setting))]);
}

export function receiverFlagsOf(
  receivers: readonly number[],
  facts: {
    readonly readBy: number | null;
    readonly mentions: MarkdownMentions;
    readonly called: ReadonlySet<number>;
    readonly participants: ReadonlySet<number>;
    readonly preferences: NotificationPreferences;
  },
): FlagsByUser {
  const flags: FlagsByUser = new Map();
  for (const id of receivers) {
    const own: string[] = [];
    if (facts.readBy === id || facts.preferences.muting.has(id)) own.push('read');
    if (facts.called.has(id)) own.push('mentioned');
    if (facts.mentions.stream_wildcard) own.push('stream_wildcard_mentioned');
    if (facts.mentions.topic_wildcard && facts.participants.has(id)) {
      own.push('topic_wildcard_mentioned');
    }
    if (facts.preferences.alerted.has(id)) own.push('has_alert_word');
    if (own.length > 0) flags.set(id, own);
  }
  return flags;
}

/** One group per combination of flags. */
export function deliveryGroupsOf(
  receivers: readonly number[],
  flags: FlagsByUser,
): DeliveryGroup[] {
  const receipts = new Map<string, DeliveryGroup & { user_ids: number[] }>();
  for (const id of receivers) {
    const own = flags.get(id) ?? [];
    const key = own.join();
    const receipt = receipts.get(key) ?? { flags: own, user_ids: [] };
    receipt.user_ids.push(id);
    receipts.set(key, receipt);
  }
  return [...receipts.values()];
}
