import * as v from 'valibot';
import type { Unread, UnreadDetail } from '../../api/unread';
import { withAgain, withoutUnread } from '../unread';

const placeSchema = v.object({
  /** A channel's topic, or else whom one writes with; neither where that is not known. */
  stream_id: v.optional(v.number()),
  topic: v.optional(v.string()),
  user_ids: v.optional(v.array(v.number())),
  ids: v.array(v.number()),
  /** Those of them that mention oneself. */
  mentions: v.array(v.number()),
});
/** Messages of one conversation that are marked together. */
export type MarkedPlace = v.InferOutput<typeof placeSchema>;

export const markSchema = v.object({
  id: v.string(),
  /** Device clock, milliseconds. */
  at: v.number(),
  /** Where eyes read them one after the other; null: they were marked by one decision. */
  list: v.nullable(v.string()),
  wants: v.picklist(['read', 'unread']),
  /** It takes back that they were read. */
  isUndo: v.boolean(),
  places: v.array(placeSchema),
  /** How many, in the order of the places, the server may have, and how many it has. */
  tried: v.number(),
  told: v.number(),
});
/** One decision about messages being read, by which it can be taken back. */
export type Mark = v.InferOutput<typeof markSchema>;

export const idsOf = ({ places }: Pick<Mark, 'places'>): number[] =>
  places.flatMap(({ ids }) => ids);

export const countOf = ({ places }: Pick<Mark, 'places'>): number =>
  places.reduce((sum, { ids }) => sum + ids.length, 0);

/** The server does not have all of it yet. */
export const isOpen = (mark: Mark): boolean => mark.told < countOf(mark);

type Where = Omit<MarkedPlace, 'ids' | 'mentions'>;

/** Those messages, in their order, by where they are; of some that may not be known. */
export function placesOf(
  unread: Unread | undefined,
  wanted: readonly number[],
  own: number | undefined,
): MarkedPlace[] {
  const left = new Set(wanted);
  const places = new Map<number, Where>();
  for (const { where, ids } of unread ? groupsOf(unread, own) : []) {
    for (const id of ids) if (left.has(id)) places.set(id, where);
  }
  const mentioning = new Set(unread?.mentions);
  const found: (MarkedPlace & { readonly where: Where })[] = [];
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

function groupsOf({ streams, pms, huddles }: Unread, own: number | undefined) {
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

/** The same conversation twice in a row is one. */
export function withPlaces(
  before: readonly MarkedPlace[],
  more: readonly MarkedPlace[],
): MarkedPlace[] {
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

/** From the one to the other, counted in the order of the places. */
export function cut(
  places: readonly MarkedPlace[],
  from: number,
  to: number = Infinity,
): MarkedPlace[] {
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
 * What is left to do where it is taken back: of what never went out nothing, or what another device
 * has read meanwhile would be unread.
 */
export function takenBack(mark: Mark): Mark {
  const places = cut(mark.places, 0, mark.tried);
  return { ...mark, list: null, wants: 'unread', isUndo: true, places, tried: 0, told: 0 };
}

/** The newest, as many as are kept to be taken back. What is on its way stays in any case. */
export function bounded(marks: readonly Mark[], most: { marks: number; ids: number }): Mark[] {
  let count = 0;
  let size = 0;
  return marks
    .toReversed()
    .filter((mark) => {
      count += 1;
      size += countOf(mark);
      return isOpen(mark) || (count <= most.marks && (size <= most.ids || count === 1));
    })
    .reverse();
}

/** The server will not have it of the one at `from`, or of all from there on. */
export function refused(mark: Mark, from: number, isAll: boolean): Mark {
  const rest = isAll ? [] : cut(mark.places, from + 1);
  const places = withPlaces(cut(mark.places, 0, from), rest);
  return { ...mark, places, told: from, tried: from };
}

/** As the person has it: what is on its way is done. */
export function laidOver(
  unread: Unread | undefined,
  marks: readonly Mark[],
  own: number | undefined,
): Unread | undefined {
  let next = unread;
  for (const mark of marks) {
    if (!next || own === undefined || !isOpen(mark)) continue;
    const places = cut(mark.places, mark.told);
    const messages = idsOf({ places });
    next =
      mark.wants === 'read'
        ? withoutUnread(next, messages)
        : withAgain(next, { messages, message_details: detailsOf(places) }, own);
  }
  return next;
}

/** Where the messages are, by id, as an event tells it. */
export function detailsOf(places: readonly MarkedPlace[]): Record<string, UnreadDetail> {
  return Object.fromEntries(
    places.flatMap(({ ids, mentions, ...place }) => {
      if (place.stream_id === undefined && place.user_ids === undefined) return [];
      const type = place.stream_id === undefined ? 'private' : 'stream';
      const mentioned = new Set(mentions);
      return ids.map((id) => [id, { type, ...place, mentioned: mentioned.has(id) }]);
    }),
  );
}
