import {
  canMoveBetweenTopics,
  canMoveToOtherChannels,
  canResolveTopics,
  hasMoveTimeLimit,
} from '$lib/api/permissions/message';
import type { StreamRow } from '../channels/access';
import { readableStreams } from '../channels/load';
import type { ServiceContext } from '../context';
import { isRowId } from '../db/ids';
import { streams } from '../db/schema/streams';
import { and, eq } from 'drizzle-orm';
import { badRequest, ServiceFailure } from '../failure';
import { loadPermissions } from '../permissions/load';
import { realmSettingOf } from '../realm/settings';
import { editGraceSeconds } from './edit-content';
import { requireCanPost, checkTopicsPolicy } from './send-permissions';

/** Prefix of resolved topics. */
const resolvedMark = '✔ ';

/** Where messages of a channel move to. */
export interface MessageMove {
  readonly from: StreamRow;
  readonly to: StreamRow;
  readonly oldTopic: string;
  readonly topic: string;
}

export function togglesResolved({ from, to, oldTopic, topic }: MessageMove): boolean {
  if (from.id !== to.id) return false;
  return topic === resolvedMark + oldTopic || oldTopic === resolvedMark + topic;
}

/**
 * The target channel, which can't be archived until commit. Missing and hidden channels give the
 * same error.
 */
export async function findMoveTarget(
  context: ServiceContext,
  stream_id: number,
): Promise<StreamRow> {
  const missing = badRequest('Invalid channel ID');
  if (!isRowId(stream_id)) throw missing;
  const [stream] = await context.tx
    .select()
    .from(streams)
    .where(and(eq(streams.id, stream_id), eq(streams.realm_id, context.realm.id)))
    .for('key share');
  const [readable] = stream ? await readableStreams(context, [stream]) : [];
  if (!readable) throw missing;
  return readable;
}

/** Throws 400 if the caller can't make this kind of move, whatever the messages' age. */
export async function requireCanMove(context: ServiceContext, move: MessageMove): Promise<void> {
  const { from, to, topic, oldTopic } = move;
  const permissions = await loadPermissions(context, context.user);
  if (from.is_archived) throw badRequest('This channel is archived');
  if (from.id !== to.id) {
    if (!canMoveToOtherChannels(permissions, from)) {
      throw badRequest("You don't have permission to move this message");
    }
    await requireCanPost(context, to, badRequest('Invalid channel ID'));
  }
  if (topic !== oldTopic) {
    const canMove = togglesResolved(move) ? canResolveTopics : canMoveBetweenTopics;
    if (!canMove(permissions, from)) {
      throw badRequest("You don't have permission to edit this message");
    }
  }
  if (topic !== oldTopic || from.id !== to.id) checkTopicsPolicy(context, to, topic);
}

export interface DatedMessage {
  readonly id: number;
  readonly date_sent: Date;
}

/**
 * Throws if messages are too old to move: 400 for the chosen one; for others that would move with
 * it, MOVE_MESSAGES_TIME_LIMIT_EXCEEDED with the number that could move. Moderators have no limit.
 */
export function checkMoveAge(
  context: ServiceContext,
  move: MessageMove,
  chosen: DatedMessage,
  all: readonly DatedMessage[],
): void {
  const { user, realm, clock } = context;
  if (!hasMoveTimeLimit(user) || togglesResolved(move)) return;
  const limits = [
    move.topic === move.oldTopic
      ? null
      : realmSettingOf(realm, 'move_messages_within_stream_limit_seconds'),
    move.from.id === move.to.id
      ? null
      : realmSettingOf(realm, 'move_messages_between_streams_limit_seconds'),
  ].filter((limit) => limit !== null);
  if (limits.length === 0) return;
  const oldest = clock.now() - (Math.min(...limits) + editGraceSeconds) * 1000;
  const isYoung = ({ date_sent }: DatedMessage) => date_sent.getTime() >= oldest;
  if (!isYoung(chosen)) throw badRequest('The time limit for moving this message has passed');
  const young = all.filter(isYoung);
  if (young.length === all.length) return;
  throw new ServiceFailure(
    'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
    'You only have permission to move some of the messages of this topic',
    400,
    {
      first_message_id_allowed_to_move: young[0]?.id ?? chosen.id,
      total_messages_in_topic: all.length,
      total_messages_allowed_to_move: young.length,
    },
  );
}
