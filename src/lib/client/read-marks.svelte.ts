import { untrack } from 'svelte';
import { on } from 'svelte/events';
import * as v from 'valibot';
import { ApiError } from '../api/errors';
import { updateMessageFlags } from '../api/flags';
import type { Unread, UnreadDetail } from '../api/unread';
import { useAccount, type Account } from './account.svelte';
import { after } from './after';
import { readMemory, writeMemory } from './memory';
import { newId } from './new-id';
import { useRooms, type AccountRooms } from './rooms.svelte';
import { withAgain, withoutUnread } from './unread';

const placeSchema = v.object({
  /** A channel's topic, or else whom one writes with. */
  stream_id: v.optional(v.number()),
  topic: v.optional(v.string()),
  user_ids: v.optional(v.array(v.number())),
  ids: v.array(v.number()),
  mentions: v.array(v.number()),
});
/** Messages of one conversation that are marked together. */
export type MarkedPlace = v.InferOutput<typeof placeSchema>;

const markSchema = v.object({
  id: v.string(),
  /** Device clock, milliseconds. */
  at: v.number(),
  /** `reading`, `returning`: the server does not have it yet. */
  state: v.picklist(['reading', 'read', 'returning']),
  places: v.array(placeSchema),
});
/** One decision: the messages that it marked as read, by which it can be taken back. */
export type Mark = v.InferOutput<typeof markSchema>;

/** What has come of a mark, or of taking one back. */
export type MarkOutcome =
  | { readonly state: 'done'; /** Channels that one is not in. */ readonly ignored: number }
  /** It goes out by itself as soon as it can. */
  | { readonly state: 'waits' }
  | { readonly state: 'failed'; readonly failure: unknown };

const name = 'read-marks';
/** What is kept to be taken back; the oldest go first. */
const mostMarks = 200;
const mostKept = 30_000;
/** Ids in one call. */
const batch = 1000;
/** Milliseconds until a call without an answer is made again. */
const pause = 5000;

/**
 * What a person has marked as read, kept on this device before the server is told, so that each mark
 * shows at once, goes out when there is a connection, and can be taken back, also after a reload.
 */
export class ReadMarks {
  readonly #account: Account;
  #marks = $state.raw<readonly Mark[]>([]);
  #sending: Promise<unknown> = Promise.resolve();
  #stopTimer: (() => void) | undefined;
  readonly #told = $derived.by(() => this.#account.state?.unread_msgs);
  readonly #unread = $derived.by(() => laidOver(this.#told, this.#marks, this.#account.user_id));

  constructor(account: Account) {
    this.#account = account;
    this.#marks = kept(account.id);
    $effect(() =>
      on(window, 'storage', ({ key }) => {
        if (key === null || key.endsWith(`/${name}`)) this.#marks = kept(account.id);
      }),
    );
    $effect(() => {
      if (account.connection.kind !== 'online') return;
      untrack(() => this.#sendOpen());
    });
    $effect(() => () => this.#stopTimer?.());
  }

  /** As the person has it: what is on its way is done. Undefined until the server has told. */
  get unread(): Unread | undefined {
    return this.#unread;
  }

  /** The newest that can be taken back. */
  get last(): Mark | undefined {
    return this.#marks.findLast(({ state }) => state !== 'returning');
  }

  /** These messages, and none that came since. */
  async read(places: readonly MarkedPlace[]): Promise<MarkOutcome & { readonly mark: string }> {
    const mark: Mark = { id: newId(), at: Date.now(), state: 'reading', places: [...places] };
    this.#write((marks) => [...marks, mark]);
    return { ...(await this.#queue(mark.id)), mark: mark.id };
  }

  /** As unread again as they were. */
  undo(id: string): Promise<MarkOutcome> {
    this.#write((marks) =>
      marks.map((mark) => (mark.id === id ? { ...mark, state: 'returning' } : mark)),
    );
    return this.#queue(id);
  }

  /** One after the other: what is taken back must not overtake what was marked. */
  #queue(id: string): Promise<MarkOutcome> {
    const next = this.#sending.then(() => this.#send(id));
    this.#sending = next;
    return next;
  }

  #sendOpen(): void {
    for (const { id, state } of this.#marks) if (state !== 'read') void this.#queue(id);
  }

  async #send(id: string): Promise<MarkOutcome> {
    const mark = this.#marks.find((one) => one.id === id);
    if (!mark || mark.state === 'read') return { state: 'done', ignored: 0 };
    const op = mark.state === 'reading' ? 'add' : 'remove';
    const ids = mark.places.flatMap((place) => place.ids);
    const done = new Set<number>();
    const ignored = new Set<number>();
    try {
      for (let from = 0; from < ids.length; from += batch) {
        const messages = ids.slice(from, from + batch);
        const reply = await this.#account.call(updateMessageFlags, { messages, op, flag: 'read' });
        for (const one of messages) done.add(one);
        for (const one of reply.ignored_because_not_subscribed_channels ?? []) ignored.add(one);
      }
    } catch (failure) {
      const isOver = failure instanceof ApiError && failure.code !== 'RATE_LIMIT_HIT';
      if (!isOver) return this.#wait();
      this.#settle(mark, done);
      return { state: 'failed', failure };
    }
    this.#settle(mark, done);
    return { state: 'done', ignored: ignored.size };
  }

  #wait(): MarkOutcome {
    this.#stopTimer?.();
    this.#stopTimer = after(pause, () => {
      if (this.#account.connection.kind === 'online') this.#sendOpen();
    });
    return { state: 'waits' };
  }

  /** The server has it of these messages; of the others all is as it was. */
  #settle(mark: Mark, done: ReadonlySet<number>): void {
    const places = mark.places.flatMap((place) => {
      const ids = place.ids.filter((id) => done.has(id));
      return ids.length > 0 ? [{ ...place, ids }] : [];
    });
    const messages = places.flatMap(({ ids }) => ids);
    const flag = { id: -1, flag: 'read', messages, all: false };
    const isReading = mark.state === 'reading';
    if (isReading) this.#account.assume({ ...flag, kind: 'update_message_flags/add' });
    else {
      const message_details = detailsOf(places);
      this.#account.assume({ ...flag, kind: 'update_message_flags/remove', message_details });
    }
    this.#write((marks) =>
      marks.flatMap((one) => {
        if (one.id !== mark.id) return one;
        // Taken back while it went out.
        if (one.state !== mark.state) return one;
        return isReading && places.length > 0 ? { ...one, state: 'read', places } : [];
      }),
    );
  }

  /** Other tabs may have written meanwhile. */
  #write(change: (marks: readonly Mark[]) => readonly Mark[]): void {
    const here = new Map([...kept(this.#account.id), ...this.#marks].map((one) => [one.id, one]));
    const all = [...here.values()].sort((a, b) => a.at - b.at);
    this.#marks = bounded(change(all));
    writeMemory(this.#account.id, name, this.#marks);
  }
}

function kept(account: string): readonly Mark[] {
  const parsed = v.safeParse(v.array(markSchema), readMemory(account, name));
  return parsed.success ? parsed.output : [];
}

/** What is on its way stays in any case. */
function bounded(marks: readonly Mark[]): readonly Mark[] {
  let count = 0;
  let size = 0;
  return marks
    .toReversed()
    .filter(({ state, places }) => {
      count += 1;
      size += places.reduce((sum, { ids }) => sum + ids.length, 0);
      return state !== 'read' || (count <= mostMarks && size <= mostKept);
    })
    .reverse();
}

function laidOver(
  unread: Unread | undefined,
  marks: readonly Mark[],
  own: number | undefined,
): Unread | undefined {
  let next = unread;
  for (const { state, places } of marks) {
    if (!next || state === 'read' || own === undefined) continue;
    const messages = places.flatMap(({ ids }) => ids);
    next =
      state === 'reading'
        ? withoutUnread(next, messages)
        : withAgain(next, { messages, message_details: detailsOf(places) }, own);
  }
  return next;
}

function detailsOf(places: readonly MarkedPlace[]): Record<string, UnreadDetail> {
  return Object.fromEntries(
    places.flatMap(({ ids, mentions, ...place }) => {
      const type = place.stream_id === undefined ? 'private' : 'stream';
      const mentioned = new Set(mentions);
      return ids.map((id) => [id, { type, ...place, mentioned: mentioned.has(id) }]);
    }),
  );
}

/** The account's one. */
export function readMarksOf(account: Account, rooms: AccountRooms): ReadMarks {
  return rooms.one(ReadMarks, () => new ReadMarks(account));
}

/** The same; to be asked for while a component starts. */
export const useReadMarks = (): ReadMarks => readMarksOf(useAccount(), useRooms());
