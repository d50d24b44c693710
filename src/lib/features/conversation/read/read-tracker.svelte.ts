import { untrack } from 'svelte';
import { updateMessageFlags, updateMessageFlagsForNarrow } from '../../../api/flags';
import type { Message } from '../../../api/read-messages';
import { maxIdsPerCall } from '../../../api/value-schemas';
import type { Account } from '../../../client/account/account.svelte';
import type { MarkedMessages } from '../../../client/read-marks/read-mark';
import type { ReadMarkOutcome, ReadMarks } from '../../../client/read-marks/read-marks.svelte';
import type { MessageList } from '../list/message-list.svelte';
import { isMention, narrowKey, narrowTerms } from '../list/message-narrow';
import { recipientOfMessage } from '../apply-event-to-messages';
import { on } from 'svelte/events';

/** Milliseconds for which a message must be visible to count as read. */
const enough = 800;
/** Share of a message that must be visible, unless its end is. */
const part = 0.6;

interface Edges {
  readonly top: number;
  readonly bottom: number;
}

/** Whether enough of a row is visible to read it. */
export function isReadableInViewport(row: Edges, frame: Edges): boolean {
  const hasEnd = row.bottom > frame.top && row.bottom <= frame.bottom + 1;
  const seen = Math.min(row.bottom, frame.bottom) - Math.max(row.top, frame.top);
  return hasEnd || (seen > 0 && seen >= part * (row.bottom - row.top));
}

/**
 * Tracks how long each row has been visible. Only actual viewing marks as read, never a layout
 * change, jump or reload.
 */
export class ViewportTracker {
  #since = new Map<number, number>();

  /**
   * Takes the visible ids (none while the user is away) and returns those visible long enough.
   * `now` in milliseconds.
   */
  update(ids: readonly number[], now: number): readonly number[] {
    this.#since = new Map(ids.map((id) => [id, this.#since.get(id) ?? now]));
    return ids.filter((id) => now - this.#since.get(id)! >= enough);
  }
}

/**
 * Whether the user is looking at this part of the page, which is beside a text being written: the
 * user clicked, scrolled or typed in it and has not moved elsewhere since. Create it during
 * component initialization.
 */
class ActiveRegion {
  #is = false;

  constructor(part: () => HTMLElement | undefined) {
    const look = ({ target }: Event) => {
      this.#is = part()?.contains(target as Node | null) ?? false;
    };
    const scroll = ({ target }: Event) => {
      this.#is ||= part()?.contains(target as Node | null) ?? false;
    };
    const focus = ({ target }: Event) => {
      this.#is &&= part()?.contains(target as Node | null) ?? false;
    };
    $effect(() => {
      const stops = [
        ...(['pointerdown', 'keydown'] as const).map((type) =>
          on(window, type, look, { capture: true }),
        ),
        ...(['wheel', 'touchmove'] as const).map((type) =>
          on(window, type, scroll, { capture: true, passive: true }),
        ),
        on(window, 'focusin', focus, { capture: true }),
      ];
      return () => stops.forEach((stop) => stop());
    });
  }

  get isActive(): boolean {
    return this.#is;
  }
}

/** Milliseconds between checks of the viewport. */
const look = 200;

interface Ports {
  /** Visible rows, with `data-key`; none while a script scrolls them. */
  readonly visibleRows: () => readonly HTMLElement[];
  readonly frame: () => HTMLElement | undefined;
  /**
   * The list is beside a text being written: viewing counts only once the user has turned to the
   * list.
   */
  readonly isSidePane: () => boolean;
}

/** Result of marking messages as unread, with undo. */
export interface UnreadChange {
  readonly outcome: ReadMarkOutcome;
  readonly undo: () => Promise<void>;
}

/**
 * Decides how messages of a list on screen are marked as read: by viewing them, if the account's
 * setting says so, or else explicitly. Create it during component initialization.
 */
export class ReadTracker {
  /** The user marked something here as unread: viewing marks nothing until the list is closed. */
  #isKept = $state(false);
  readonly #key: string;
  readonly #isWatched = $derived.by(
    () => this.marksOnScroll && this.list.hasBegun && this.list.unread.length > 0,
  );

  constructor(
    private readonly account: Account,
    private readonly list: MessageList,
    private readonly marks: ReadMarks,
    ports: Ports,
  ) {
    this.#key = narrowKey(list.narrow);
    const turned = ports.isSidePane() ? new ActiveRegion(ports.frame) : undefined;
    const before = untrack(() => marks.undoneIds);
    $effect(() => {
      const { undoneIds: undone } = marks;
      if (undone === before) return;
      untrack(() => {
        if (list.messages.some(({ id }) => undone.has(id))) this.#isKept = true;
      });
    });
    $effect(() => {
      if (!this.#isWatched) return;
      const viewport = new ViewportTracker();
      const timer = setInterval(() => {
        const seen = turned?.isActive === false ? [] : readable(ports, new Set(list.unread));
        marks.markSeen(this.#key, viewport.update(seen, performance.now()));
      }, look);
      return () => clearInterval(timer);
    });
  }

  /**
   * Whether viewing marks as read. Policy 1 is always, 2 in conversations, 3 never; a list opened
   * at a message never does. https://zulip.com/api/update-settings
   */
  get marksOnScroll(): boolean {
    const { narrow, near } = this.list;
    if (this.#isKept || near !== undefined || narrow.kind === 'starred') return false;
    const policy = this.account.setting('web_mark_read_on_scroll_policy') ?? 2;
    return policy === 1 || (policy === 2 && narrow.kind === 'conversation');
  }

  /** Known unread messages up to a message, or all without one. */
  unreadTo(id = Infinity): readonly number[] {
    return this.list.allUnread.filter((one) => one <= id);
  }

  /**
   * Marks a message and all later ones as unread. `undo` marks those as read that were, and leaves
   * later arrivals alone. Both throw `AnyFailure`.
   */
  async unreadFrom(id: number): Promise<UnreadChange> {
    this.#isKept = true;
    const { list, account } = this;
    const from = (ids: readonly number[]) => ids.filter((one) => one >= id);
    const before = new Set(from(list.allUnread));
    const newest = account.state?.max_message_id ?? Infinity;
    if (list.hasNewest) {
      const own = account.user_id;
      const messages = list.messages.filter((one) => one.id >= id);
      const wereRead = messages.flatMap((one) => (before.has(one.id) ? [] : one.id));
      const outcome = this.marks.makeUnread(messages.map((one) => placeOf(one, own)));
      return {
        outcome: await outcome,
        undo: async () => void (await this.marks.markRead(wereRead)?.outcome),
      };
    }
    const range = {
      ...{ anchor: String(id), include_anchor: true, num_before: 0, num_after: maxIdsPerCall },
      ...{ narrow: narrowTerms(list.narrow), flag: 'read' },
    };
    const reply = await account.call(updateMessageFlagsForNarrow, { ...range, op: 'remove' });
    const ignored = reply.ignored_because_not_subscribed_channels?.length ?? 0;
    return {
      outcome: { state: 'done', ignored },
      undo: async () => {
        const since = list.allUnread.filter((one) => one > newest);
        await account.call(updateMessageFlagsForNarrow, { ...range, op: 'add' });
        await this.#makeUnread([...before, ...since]);
      },
    };
  }

  async #makeUnread(messages: readonly number[]): Promise<void> {
    for (let at = 0; at < messages.length; at += maxIdsPerCall) {
      const some = messages.slice(at, at + maxIdsPerCall);
      await this.account.call(updateMessageFlags, { messages: some, op: 'remove', flag: 'read' });
    }
  }
}

function placeOf(message: Message, own: number | undefined): MarkedMessages {
  const { type, to, topic } = recipientOfMessage(message, own);
  const ids = [message.id];
  const mentions = isMention(message) ? ids : [];
  return type === 'stream' && to[0] !== undefined
    ? { stream_id: to[0], topic, ids, mentions }
    : { user_ids: [...to], ids, mentions };
}

/** Ids of unread messages that the user can see. */
function readable({ visibleRows, frame }: Ports, unread: ReadonlySet<number>): number[] {
  const isLookedAt = document.visibilityState === 'visible' && document.hasFocus();
  const edges = frame()?.getBoundingClientRect();
  if (!isLookedAt || !edges) return [];
  return visibleRows().flatMap((row) => {
    const id = Number(row.dataset['key']);
    return unread.has(id) && isReadableInViewport(row.getBoundingClientRect(), edges) ? id : [];
  });
}
