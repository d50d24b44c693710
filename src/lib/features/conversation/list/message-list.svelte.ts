import { untrack } from 'svelte';
import { ApiError } from '../../../api/errors';
import { addReaction, removeReaction } from '../../../api/reactions';
import type { Message } from '../../../api/read-messages';
import type { ScrollAnchor } from '../../../ui/scroll-owner';
import type { MessageRecipient } from '../../../writing/recipients/recipient';
import type { Reaction } from '../reactions';
import { unreadIdsIn } from '../unread-ids';
import { locateMessage } from '../locate-message';
import { coversStart, type MessageLists } from './message-lists.svelte';
import { narrowIncludesConversation, narrowKey, type MessageNarrow } from './message-narrow';
import type { ListAnchor } from './message-cache';

/** Errors of `addReaction` and `removeReaction` that mean nothing is left to do. */
const isSoAlready: ReadonlySet<string> = new Set([
  'REACTION_ALREADY_EXISTS',
  'REACTION_DOES_NOT_EXIST',
]);

interface ListOpening {
  readonly narrow: MessageNarrow;
  /** The message to open at. */
  readonly near: number | undefined;
  /** The list is beside something else and keeps its own scroll position. */
  readonly isSidePane: boolean;
}

interface ListStart {
  readonly at?: number;
  readonly spot?: ScrollAnchor;
}

/** A list and where it starts. Call during component initialization. */
export function openMessageList(lists: MessageLists, { narrow, near, isSidePane }: ListOpening) {
  const place = `${isSidePane ? 'beside ' : ''}${narrowKey(narrow)}`;
  const begin = near === undefined ? beginOf(lists, narrow, place) : isSidePane ? above(near) : {};
  return { begin, list: new MessageList(lists, narrow, near, begin.at, place) };
}

/** Fetches what the list starts with, while it is about to be opened. */
export function fetchMessageListAhead(lists: MessageLists, narrow: MessageNarrow): void {
  const { at = 'newest' } = beginOf(lists, narrow, narrowKey(narrow));
  lists.open(narrow, { start: at, place: () => undefined })();
}

const above = (id: number): ListStart => ({ spot: { key: String(id), offset: 80 } });

/**
 * Where the list was left; otherwise a conversation starts at its first unread message and other
 * lists at the end.
 */
function beginOf(lists: MessageLists, narrow: MessageNarrow, place: string): ListStart {
  const { account, marks, policies, scrollPositions: places } = lists;
  const spot = places.of(place);
  if (spot) return { at: Number(spot.key), spot };
  if (narrow.kind !== 'conversation') return {};
  const unread = unreadIdsIn(marks.unread, account.user_id, (place) =>
    narrowIncludesConversation(narrow, place, policies),
  );
  const at = Math.min(...unread);
  return at === Infinity ? {} : { at, spot: { key: String(at), offset: 120 } };
}

/** Where the message is that a list was to be opened at: in another conversation, or deleted. */
export type MissingTarget =
  { readonly kind: 'elsewhere'; readonly at: MessageRecipient } | { readonly kind: 'gone' };

/**
 * Messages of one narrow as one view shows them, oldest first: those at the end, around a message,
 * or from the first unread one on. Create it during component initialization; it can't change its
 * narrow.
 */
export class MessageList {
  readonly #window = $derived.by(() => this.lists.window(this.narrow));
  readonly #messages = $derived.by(() => {
    const { messages } = this.lists.cache;
    return (this.#window?.ids ?? []).map((id) => messages.get(id)!);
  });
  /** Keeps the identity of the list while its content is unchanged. */
  #same: readonly Message[] = [];
  /** Loaded messages elsewhere in the narrow don't count if the list is to start somewhere else. */
  readonly #isThere = $derived.by(() => {
    const window = this.#window;
    if (!window?.hasBegun) return false;
    return (
      coversStart(window, this.start) ||
      (this.#isOpen && !window.requests.whole && window.failure === undefined)
    );
  });
  #isOpen = $state(false);
  #hasBegun = $state(false);
  readonly #known = $derived.by(() => {
    const { account, marks, policies } = this.lists;
    return unreadIdsIn(marks.unread, account.user_id, (place) =>
      narrowIncludesConversation(this.narrow, place, policies),
    );
  });
  #firstUnread = $state<number>();
  #lost = $state.raw<MissingTarget>();
  #reader: ListAnchor | undefined;
  readonly start: ListAnchor;
  readonly #reacting = new Set<string>();
  readonly #isUnread = (message: Message) => this.lists.marks.isUnread(message);
  readonly #stop = new AbortController();

  constructor(
    private readonly lists: MessageLists,
    readonly narrow: MessageNarrow,
    /** The message to open at. */
    readonly near?: number,
    /** Otherwise, where the list starts. */
    begin: ListAnchor = 'newest',
    /** Key under which the scroll position is kept. */
    private readonly place: string = narrowKey(narrow),
  ) {
    this.start = near ?? begin;
    const { start } = this;
    $effect(() =>
      untrack(() => {
        const close = lists.open(narrow, { start, place: () => this.#reloadAnchor() });
        this.#isOpen = true;
        return () => {
          close();
          this.#stop.abort();
        };
      }),
    );
    $effect(() => {
      if (this.#hasBegun || !this.#isThere) return;
      this.#hasBegun = true;
      untrack(() => {
        this.#firstUnread = this.#messages.find(this.#isUnread)?.id;
        if (near !== undefined) this.#look(near);
      });
    });
  }

  get messages(): readonly Message[] {
    const now = this.#messages;
    const isSame =
      now.length === this.#same.length && now.every((message, at) => message === this.#same[at]);
    return isSame ? this.#same : (this.#same = now);
  }

  /** False until the first page is loaded: show neither rows nor the empty state. */
  get hasBegun(): boolean {
    return this.#hasBegun || this.#isThere;
  }

  get isLoading(): boolean {
    return Object.keys(this.#window?.requests ?? {}).length > 0;
  }

  /** Error of the last page request. */
  get failure(): unknown {
    return this.#window?.failure;
  }

  /** See `MessageLists.cachedAt`. */
  get cachedAt(): number | null | undefined {
    return this.lists.cachedAt(this.narrow);
  }

  /** There is nothing older. */
  get isWhole(): boolean {
    return this.#window?.hasOldest ?? false;
  }

  /** There is nothing newer, so new messages are added immediately. */
  get hasNewest(): boolean {
    return this.#window?.hasNewest ?? false;
  }

  /** Where the message to open at is, if it isn't in this list. */
  get missingTarget(): MissingTarget | undefined {
    return this.#lost;
  }

  /** Id of the first message that was unread when the list was opened. */
  get firstUnread(): number | undefined {
    return this.#hasBegun ? this.#firstUnread : this.#messages.find(this.#isUnread)?.id;
  }

  /** Unread ids among the loaded messages. */
  get unread(): readonly number[] {
    return this.messages.filter(this.#isUnread).map(({ id }) => id);
  }

  /**
   * Includes unread messages that aren't loaded but are known from the account's state; ascending.
   */
  readonly allUnread = $derived.by((): readonly number[] => {
    return [...new Set([...this.#known, ...this.unread])].sort((a, b) => a - b);
  });

  /** Records the reader's position, undefined at the end. */
  savePosition(spot: ScrollAnchor | undefined): void {
    const id = Number(spot?.key);
    this.#reader = spot && Number.isSafeInteger(id) ? id : 'newest';
    if (this.near === undefined) this.lists.scrollPositions.set(this.place, spot);
  }

  /**
   * Around what to load the list again. Unread messages that an outage has hidden follow the last
   * loaded one: a reader at the end must not skip them.
   */
  #reloadAnchor(): ListAnchor | undefined {
    const last = this.#window?.ids.at(-1);
    if (this.#reader !== 'newest' || last === undefined) return this.#reader;
    return this.allUnread.some((id) => id > last) ? last : 'newest';
  }

  /** Fetches what is loaded again, or the start if nothing is. */
  reload = (): Promise<void> => this.lists.reload(this.narrow);

  /** Replaces the loaded messages with the newest. */
  async toNewest(): Promise<void> {
    if (!this.hasNewest) await this.lists.read(this.narrow, 'whole');
  }

  /** Replaces the loaded messages with those around a message. */
  async goTo(id: number): Promise<void> {
    if (!this.#window?.ids.includes(id)) await this.lists.read(this.narrow, 'whole', id);
  }

  older = (): Promise<void> => this.lists.read(this.narrow, 'older');
  newer = (): Promise<void> => this.lists.read(this.narrow, 'newer');

  /**
   * Adds or removes the user's reaction; does nothing while a request is pending. It is no error if
   * the server has that state already: the reply to an earlier attempt was lost. Throws
   * `AnyFailure`.
   */
  async react(message: Message, { emoji_name, emoji_code, reaction_type, people }: Reaction) {
    const { account } = this.lists;
    const key = `${message.id} ${reaction_type} ${emoji_code}`;
    if (this.#reacting.has(key)) return;
    this.#reacting.add(key);
    const isGiven = account.user_id !== undefined && people.includes(account.user_id);
    const operation = isGiven ? removeReaction : addReaction;
    const message_id = message.id;
    try {
      await account.call(operation, { message_id, emoji_name, emoji_code, reaction_type });
    } catch (failure) {
      if (!(failure instanceof ApiError) || !isSoAlready.has(failure.code)) throw failure;
    } finally {
      this.#reacting.delete(key);
    }
  }

  /** Looks up where the message is if it isn't in this list. */
  #look(message_id: number): void {
    if (this.#messages.some(({ id }) => id === message_id)) return;
    const { account } = this.lists;
    void locateMessage(account, message_id).then(
      (at) => {
        if (this.#stop.signal.aborted) return;
        const isHere = at && narrowIncludesConversation(this.narrow, at, this.lists.policies);
        if (!isHere) this.#lost = at ? { kind: 'elsewhere', at } : { kind: 'gone' };
      },
      () => undefined,
    );
  }
}
