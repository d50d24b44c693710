import * as v from 'valibot';
import type { UnreadMessages, UnreadDetail } from '../../api/unread';
import { withUnreadAgain, withoutRead } from '../events/unread-patches';

const placeSchema = v.object({
  /** A channel and topic, or the other people of a direct message; none of them if unknown. */
  stream_id: v.optional(v.number()),
  topic: v.optional(v.string()),
  user_ids: v.optional(v.array(v.number())),
  ids: v.array(v.number()),
  /** Those of the messages that mention the user. */
  mentions: v.array(v.number()),
});
export type MarkedMessages = v.InferOutput<typeof placeSchema>;

export const readMarkSchema = v.object({
  id: v.string(),
  /** Device clock, milliseconds. */
  at: v.number(),
  /** The list in which the user saw them one after the other; null if marked by one action. */
  list: v.nullable(v.string()),
  wants: v.picklist(['read', 'unread']),
  /** Whether this undoes a mark as read. */
  isUndo: v.boolean(),
  places: v.array(placeSchema),
  /** How many of the ids, in order, have been sent (`tried`) and accepted (`told`). */
  tried: v.number(),
  told: v.number(),
});
/** One action that marks messages as read or unread, and can be undone as a whole. */
export type ReadMark = v.InferOutput<typeof readMarkSchema>;

export const markedIdsOf = ({ places }: Pick<ReadMark, 'places'>): number[] =>
  places.flatMap(({ ids }) => ids);

export const markedCountOf = ({ places }: Pick<ReadMark, 'places'>): number =>
  places.reduce((sum, { ids }) => sum + ids.length, 0);

/** Whether the server doesn't have all of it yet. */
export const isMarkPending = (mark: ReadMark): boolean => mark.told < markedCountOf(mark);

type Where = Omit<MarkedMessages, 'ids' | 'mentions'>;

/** Groups the messages by conversation, keeping their order; the conversation can be unknown. */
export function groupByConversation(
  unread: UnreadMessages | undefined,
  wanted: readonly number[],
  own: number | undefined,
): MarkedMessages[] {
  const left = new Set(wanted);
  const places = new Map<number, Where>();
  for (const { where, ids } of unread ? groupsOf(unread, own) : []) {
    for (const id of ids) if (left.has(id)) places.set(id, where);
  }
  const mentioning = new Set(unread?.mentions);
  const found: (MarkedMessages & { readonly where: Where })[] = [];
  for (const id of left) {
    const where = places.get(id) ?? nowhere;
    let last = found.at(-1);
    if (last?.where !== where) found.push((last = { where, ...where, ids: [], mentions: [] }));
    last.ids.push(id);
    if (mentioning.has(id)) last.mentions.push(id);
  }
  return found.map(({ where: _where, ...place }) => place);
}

const nowhere: Where = {};

function groupsOf({ streams, pms, huddles }: UnreadMessages, own: number | undefined) {
  return [
    ...streams.map(({ stream_id, topic, unread_message_ids: ids }) => ({
      where: { stream_id, topic },
      ids,
    })),
    ...pms.map(({ other_user_id, unread_message_ids: ids }) => ({
      where: { user_ids: [other_user_id] },
      ids,
    })),
    ...huddles.map(({ user_ids_string, unread_message_ids: ids }) => {
      const people = user_ids_string.split(',').map(Number);
      return { where: { user_ids: people.filter((id) => id !== own) }, ids };
    }),
  ];
}

/** Merges consecutive groups of the same conversation. */
export function mergeMarked(
  before: readonly MarkedMessages[],
  more: readonly MarkedMessages[],
): MarkedMessages[] {
  const all = [...before];
  for (const place of more) {
    const last = all.at(-1);
    if (last && whereOf(last) === whereOf(place)) {
      const ids = [...last.ids, ...place.ids];
      all[all.length - 1] = { ...last, ids, mentions: [...last.mentions, ...place.mentions] };
    } else all.push(place);
  }
  return all;
}

const whereOf = ({ stream_id, topic, user_ids }: Where) =>
  JSON.stringify([stream_id, topic, user_ids]);

/** The ids from index `from` up to `to`, counted across all groups. */
export function sliceMarked(
  places: readonly MarkedMessages[],
  from: number,
  to: number = Infinity,
): MarkedMessages[] {
  let start = 0;
  return places.flatMap((place) => {
    const ids = place.ids.slice(Math.max(0, from - start), Math.max(0, to - start));
    start += place.ids.length;
    const here = new Set(ids);
    const mentions = place.mentions.filter((id) => here.has(id));
    return ids.length > 0 ? [{ ...place, ids, mentions }] : [];
  });
}

/**
 * The mark that undoes this one. Leaves out ids never sent: otherwise messages read on another
 * device would become unread.
 */
export function toUndoMark(mark: ReadMark): ReadMark {
  const places = sliceMarked(mark.places, 0, mark.tried);
  return { ...mark, list: null, wants: 'unread', isUndo: true, places, tried: 0, told: 0 };
}

/** Keeps the newest marks, up to the limits for undo. Pending marks always stay. */
export function dropOldMarks(
  marks: readonly ReadMark[],
  most: { marks: number; ids: number },
): ReadMark[] {
  let count = 0;
  let size = 0;
  return marks
    .toReversed()
    .filter((mark) => {
      count += 1;
      size += markedCountOf(mark);
      return isMarkPending(mark) || (count <= most.marks && (size <= most.ids || count === 1));
    })
    .reverse();
}

/** Removes the refused message at `from`, or all from there on. */
export function withoutRefused(mark: ReadMark, from: number, isAll: boolean): ReadMark {
  const rest = isAll ? [] : sliceMarked(mark.places, from + 1);
  const places = mergeMarked(sliceMarked(mark.places, 0, from), rest);
  return { ...mark, places, told: from, tried: from };
}

/** The unread messages with pending marks applied. */
export function applyReadMarks(
  unread: UnreadMessages | undefined,
  marks: readonly ReadMark[],
  own: number | undefined,
): UnreadMessages | undefined {
  let next = unread;
  for (const mark of marks) {
    if (!next || own === undefined || !isMarkPending(mark)) continue;
    const places = sliceMarked(mark.places, mark.told);
    const messages = markedIdsOf({ places });
    next =
      mark.wants === 'read'
        ? withoutRead(next, messages)
        : withUnreadAgain(next, { messages, message_details: unreadDetailsOf(places) }, own);
  }
  return next;
}

/** Conversation of each message by id, in the shape of the event. */
export function unreadDetailsOf(places: readonly MarkedMessages[]): Record<string, UnreadDetail> {
  return Object.fromEntries(
    places.flatMap(({ ids, mentions, ...place }) => {
      if (place.stream_id === undefined && place.user_ids === undefined) return [];
      const type = place.stream_id === undefined ? 'private' : 'stream';
      const mentioned = new Set(mentions);
      return ids.map((id) => [id, { type, ...place, mentioned: mentioned.has(id) }]);
    }),
  );
}
