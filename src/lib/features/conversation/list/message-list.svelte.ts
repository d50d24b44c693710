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

/** Of `addReaction` and `removeReaction`: nothing is left to do. */
const isSoAlready: ReadonlySet<string> = new Set([
  'REACTION_ALREADY_EXISTS',
  'REACTION_DOES_NOT_EXIST',
]);

interface ListOpening {
  readonly narrow: MessageNarrow;
  /** The message at which it is opened. */
  readonly near: number | undefined;
  /** It stands beside something else, and keeps a place of its own. */
  readonly beside: boolean;
}

interface ListStart {
  readonly at?: number;
  readonly spot?: ScrollAnchor;
}

/** A list, and where it begins. To be called while a component starts. */
export function openMessageList(lists: MessageLists, { narrow, near, beside }: ListOpening) {
  const place = `${beside ? 'beside ' : ''}${narrowKey(narrow)}`;
  const begin = near === undefined ? beginOf(lists, narrow, place) : beside ? above(near) : {};
  return { begin, list: new MessageList(lists, narrow, near, begin.at, place) };
}

const above = (id: number): ListStart => ({ spot: { key: String(id), offset: 80 } });

/** Where its place was left, a conversation at its first unread message, else at the end. */
function beginOf(lists: MessageLists, narrow: MessageNarrow, place: string): ListStart {
  const { account, marks, policies: wishes, scrollPositions: places } = lists;
  const spot = places.of(place);
  if (spot) return { at: Number(spot.key), spot };
  if (narrow.kind !== 'conversation') return {};
  const unread = unreadIdsIn(marks.unread, account.user_id, (place) =>
    narrowIncludesConversation(narrow, place, wishes),
  );
  const at = Math.min(...unread);
  return at === Infinity ? {} : { at, spot: { key: String(at), offset: 120 } };
}

/** Where the message is at which a list was to be opened: in another conversation, or nowhere. */
export type MissingTarget =
  { readonly kind: 'elsewhere'; readonly at: MessageRecipient } | { readonly kind: 'gone' };

/**
 * The messages of one narrow as one view shows them, oldest first: those at the end, those around a
 * message, or from the first unread one on. Make one while a component starts; another narrow is
 * another one.
 */
export class MessageList {
  readonly #window = $derived.by(() => this.lists.window(this.narrow));
  readonly #messages = $derived.by(() => {
    const { messages } = this.lists.cache;
    return (this.#window?.ids ?? []).map((id) => messages.get(id)!);
  });
  /** Rows stay the same list while nothing in it changes, whatever else is told. */
  #same: readonly Message[] = [];
  /** What was left elsewhere is no answer to where one wishes to go. */
  readonly #isThere = $derived.by(() => {
    const window = this.#window;
    if (!window?.hasBegun) return false;
    return (
      coversStart(window, this.start) ||
      (this.#isOpen && !window.asked.whole && window.failure === undefined)
    );
  });
  #isOpen = $state(false);
  #hasBegun = $state(false);
  readonly #known = $derived.by(() => {
    const { account, marks, policies: wishes } = this.lists;
    return unreadIdsIn(marks.unread, account.user_id, (place) =>
      narrowIncludesConversation(this.narrow, place, wishes),
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
    /** The message around which it is opened. */
    readonly near?: number,
    /** Else it begins at this one, or at its end. */
    begin: ListAnchor = 'newest',
    /** Under which name it is kept where one was. */
    private readonly place: string = narrowKey(narrow),
  ) {
    this.start = near ?? begin;
    const { start } = this;
    $effect(() =>
      untrack(() => {
        const close = lists.open(narrow, { start, place: () => this.#reader });
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

  /** False until the first page is here: show neither rows nor emptiness. */
  get hasBegun(): boolean {
    return this.#hasBegun || this.#isThere;
  }

  get isLoading(): boolean {
    return Object.keys(this.#window?.asked ?? {}).length > 0;
  }

  /** Why the last page did not come. */
  get failure(): unknown {
    return this.#window?.failure;
  }

  /** As `MessageLists.keptAt`. */
  get cachedAt(): number | null | undefined {
    return this.lists.cachedAt(this.narrow);
  }

  /** There is nothing older. */
  get isWhole(): boolean {
    return this.#window?.hasOldest ?? false;
  }

  /** There is nothing newer: what comes is shown at once. */
  get hasNewest(): boolean {
    return this.#window?.hasNewest ?? false;
  }

  /** What became of the message at which it was to be opened, where that is not here. */
  get missingTarget(): MissingTarget | undefined {
    return this.#lost;
  }

  /** Id of the message with which the unread ones began when the list was opened. */
  get firstUnread(): number | undefined {
    return this.#hasBegun ? this.#firstUnread : this.#messages.find(this.#isUnread)?.id;
  }

  /** Of those that are here. */
  get unread(): readonly number[] {
    return this.messages.filter(this.#isUnread).map(({ id }) => id);
  }

  /** Also of those that are not here, as far as the account's state tells them; ascending. */
  readonly allUnread = $derived.by((): readonly number[] => {
    return [...new Set([...this.#known, ...this.unread])].sort((a, b) => a - b);
  });

  /** Where its reader is, undefined at the end: what is read again is read around it. */
  savePosition(spot: ScrollAnchor | undefined): void {
    const id = Number(spot?.key);
    this.#reader = spot && Number.isSafeInteger(id) ? id : 'newest';
    if (this.near === undefined) this.lists.scrollPositions.set(this.place, spot);
  }

  /** Reads again what is here; where nothing is, as it was opened. */
  reload = (): Promise<void> => this.lists.reload(this.narrow);

  /** Leaves what is here for the newest. */
  async toNewest(): Promise<void> {
    if (!this.hasNewest) await this.lists.read(this.narrow, 'whole');
  }

  /** Leaves what is here for what is around that message. */
  async goTo(id: number): Promise<void> {
    if (!this.#window?.ids.includes(id)) await this.lists.read(this.narrow, 'whole', id);
  }

  older = (): Promise<void> => this.lists.read(this.narrow, 'older');
  newer = (): Promise<void> => this.lists.read(this.narrow, 'newer');

  /**
   * Gives it, or takes it back; nothing while that is on its way. That it was so already is no failure:
   * the reply to an earlier try was lost. Throws `AnyFailure`.
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

  /** Finds out where it is, if it was to be here and is not. */
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
