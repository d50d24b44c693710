import { foldCase } from '../../../api/fold-case';
import type { ServerEvent } from '../../../api/event-types';

export interface TopicLocation {
  readonly stream_id: number;
  readonly topic: string;
}

/** A conversation moved to another topic or channel. */
export interface TopicMove {
  readonly from: TopicLocation;
  readonly to: TopicLocation;
}

/**
 * The topic move that an event reports; null for all other events, and when only single messages
 * moved.
 * https://zulip.com/api/get-events#update_message
 */
export function topicMoveOf(event: ServerEvent): TopicMove | null {
  if (event.kind !== 'update_message') return null;
  const { stream_id, new_stream_id, orig_subject, subject, propagate_mode } = event;
  if (stream_id === undefined || orig_subject === undefined) return null;
  if (propagate_mode !== 'change_all' && propagate_mode !== 'change_later') return null;
  const from = { stream_id, topic: orig_subject };
  const to = { stream_id: new_stream_id ?? stream_id, topic: subject ?? orig_subject };
  return isSameTopic(from, to) ? null : { from, to };
}

/** Ignores the topic's case. */
export function isSameTopic(a: TopicLocation, b: TopicLocation): boolean {
  return a.stream_id === b.stream_id && foldCase(a.topic) === foldCase(b.topic);
}

/** Where a conversation is after these moves, oldest first; null if it didn't move. */
export function locationAfterMoves(
  place: TopicLocation,
  moves: readonly TopicMove[],
): TopicLocation | null {
  let now = place;
  for (const { from, to } of moves) if (isSameTopic(now, from)) now = to;
  return isSameTopic(now, place) ? null : now;
}
