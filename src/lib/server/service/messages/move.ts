import { topicVisibilityPolicy } from '$lib/api/user-topic';
import { and, asc, eq, gte, inArray, sql, type SQL } from 'drizzle-orm';
import type { propagateModes } from '$lib/api/edit-message';
import { foldCase } from '$lib/api/fold-case';
import { recordFirstMessage } from '../channels/first-message';
import { isReadableByUser } from '../channels/readers';
import type { ServiceContext } from '../context';
import { queryRows } from '../db/query-rows';
import { messages } from '../db/schema/messages';
import type { AccessibleMessage } from '../narrow/find';
import { announceRemoval } from './delete';
import type { DatedMessage, MessageMove } from './move-permissions';
import { channelRecipient } from './recipients';
import { storeUserTopicPolicy } from './user-topics';

export type PropagateMode = (typeof propagateModes)[number];

/** Ids of the messages to move, ascending, out of those in the topic that the caller can read. */
export async function messagesToMove(
  { tx, user }: ServiceContext,
  { row, stream }: AccessibleMessage,
  mode: PropagateMode,
): Promise<DatedMessage[]> {
  if (!stream || mode === 'change_one') return [{ id: row.id, date_sent: row.date_sent }];
  const readable = stream.history_public_to_subscribers
    ? undefined
    : sql`exists (select 1 from user_messages um
        where um.message_id = ${messages.id} and um.user_id = ${user.id}::int)`;
  return tx
    .select({ id: messages.id, date_sent: messages.date_sent })
    .from(messages)
    .where(
      and(
        inTopic(stream.id, row.topic),
        mode === 'change_later' ? gte(messages.id, row.id) : undefined,
        readable,
      ),
    )
    .orderBy(asc(messages.id));
}

/** State of the old topic after the move. */
export interface MoveOutcome {
  /** Whether the old topic has no messages left. */
  readonly emptied: boolean;
}

/** Stores the move. `entry` is the change as recorded in the edit history. */
export async function storeMove(
  context: ServiceContext,
  move: MessageMove,
  ids: readonly number[],
  entry: Record<string, unknown>,
): Promise<MoveOutcome> {
  const { tx, clock } = context;
  const { from, to, oldTopic, topic } = move;
  const hadMessages = await hasMessages(context, to.id, topic, ids);
  await tx
    .update(messages)
    .set({
      topic,
      ...(from.id !== to.id && {
        stream_id: to.id,
        recipient_id: await channelRecipient(context, to.id),
      }),
      last_moved_time: new Date(clock.now()),
      edit_history: sql`${JSON.stringify([entry])}::jsonb || coalesce(edit_history, '[]'::jsonb)`,
    })
    .where(inArray(messages.id, [...ids]));
  const emptied = !(await hasMessages(context, from.id, oldTopic, []));
  const renamed = from.id === to.id && foldCase(topic) === foldCase(oldTopic);
  if (emptied && !renamed) await movePolicies(context, move, hadMessages);
  return { emptied };
}

/**
 * Deletes the messages for users who can't read the new channel, and for queues of all public
 * channels if it is private.
 */
export async function removeForPeopleWithoutAccess(
  context: ServiceContext,
  { from, to, oldTopic }: MessageMove,
  ids: readonly number[],
  queueIds: readonly number[],
): Promise<void> {
  if (from.id === to.id) return;
  const people = await queryRows<{ id: number; reads: boolean }>(
    context.tx,
    sql`select u.id, ${await isReadableByUser(context, to)} as reads from users u
      where u.realm_id = ${context.realm.id} order by u.id`,
  );
  const readers = people.filter(({ reads }) => reads).map(({ id }) => id);
  const reading = new Set(readers);
  const lost = queueIds.filter((id) => !reading.has(id));
  await context.tx.execute(sql`delete from user_messages
    where message_id = any(${list(ids)}) and not user_id = any(${list(readers)})`);
  const leavesPublic = !from.invite_only && to.invite_only;
  if (lost.length === 0 && !leavesPublic) return;
  announceRemoval(
    context,
    { stream: from, topic: oldTopic, ...(leavesPublic && { publicBut: readers }) },
    ids,
    lost,
  );
}

/** Without public history, subscribers of the new channel need rows to read the moved messages. */
export async function addForSubscribers(
  { tx }: ServiceContext,
  { from, to }: MessageMove,
  ids: readonly number[],
): Promise<void> {
  if (from.id === to.id || to.history_public_to_subscribers) return;
  await tx.execute(sql`insert into user_messages (user_id, message_id, flags)
    select s.user_id, id, array['read', 'historical']
    from subscriptions s, unnest(${list(ids)}) as id
    where s.stream_id = ${to.id}::int and s.active on conflict do nothing`);
}

/** Both channels may have a different first message now. */
export async function recordFirstMessages(
  context: ServiceContext,
  { from, to }: MessageMove,
): Promise<void> {
  await recordFirstMessage(context, from);
  if (from.id !== to.id) await recordFirstMessage(context, to);
}

/**
 * Moves users' policies along with the whole topic. If the target topic had messages before, muted
 * topics don't carry over: no one should lose the target topic because they muted the old one.
 */
async function movePolicies(
  context: ServiceContext,
  move: MessageMove,
  hadMessages: boolean,
): Promise<void> {
  type Row = { user_id: number; old: number; present: number | null; reads: boolean };
  const rows = await queryRows<Row>(
    context.tx,
    sql`select o.user_id, o.visibility_policy as old, n.visibility_policy as present,
        ${await isReadableByUser(context, move.to)} as reads
      from user_topics o join users u on u.id = o.user_id left join user_topics n on n.user_id = o.user_id
        and n.stream_id = ${move.to.id}::int and fold_case(n.topic) = fold_case(${move.topic})
      where o.stream_id = ${move.from.id}::int and fold_case(o.topic) = fold_case(${move.oldTopic})
        and ${await isReadableByUser(context, move.from)}
      order by o.user_id`,
  );
  for (const { user_id, old, present, reads } of rows) {
    const carried =
      hadMessages && old === topicVisibilityPolicy.muted ? topicVisibilityPolicy.none : old;
    const left = { stream_id: move.from.id, topic: move.oldTopic };
    await storeUserTopicPolicy(context, {
      user_id,
      ...left,
      visibility_policy: topicVisibilityPolicy.none,
    });
    // Don't reveal the new topic to users who can't read it.
    if (!reads) continue;
    await storeUserTopicPolicy(context, {
      ...{ user_id, stream_id: move.to.id, topic: move.topic },
      visibility_policy: Math.max(carried, present ?? topicVisibilityPolicy.none),
    });
  }
}

async function hasMessages(
  { tx }: ServiceContext,
  stream_id: number,
  topic: string,
  except: readonly number[],
): Promise<boolean> {
  const [row] = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(and(inTopic(stream_id, topic), sql`${messages.id} <> all(${list(except)})`))
    .limit(1);
  return row !== undefined;
}

function inTopic(stream_id: number, topic: string): SQL | undefined {
  return and(
    eq(messages.stream_id, stream_id),
    sql`fold_case(${messages.topic}) = fold_case(${topic})`,
  );
}

function list(ids: readonly number[]): SQL {
  return sql`${`{${ids.join()}}`}::int[]`;
}
