import { untrack } from 'svelte';
import { updateMessageFlagsForNarrow } from '../../../api/flags';
import { mostIds } from '../../../api/values';
import type { Account } from '../../../client/account.svelte';
import type { MessageList } from '../list/message-list.svelte';
import { narrowKey, narrowTerms } from '../list/narrow';
import { Eyes, isReadable } from './eyes';
import type { Mark, SeenMarks } from './marks.svelte';

/** Milliseconds between two looks. */
const look = 200;

interface Ports {
  /** The rows in sight, by `data-key`; none while the program moves them. */
  readonly inSight: () => readonly HTMLElement[];
  readonly frame: () => HTMLElement | undefined;
}

/**
 * How a list on screen is read: by eyes, where the account wishes that, else by what a person says.
 * Make one while a component starts.
 */
export class Reading {
  /** Something was made unread here: nothing is marked until the list is left. */
  #isKept = $state(false);
  readonly #key: string;
  readonly #isWatched = $derived.by(
    () => this.isByEyes && this.list.hasBegun && this.list.unread.length > 0,
  );

  constructor(
    private readonly account: Account,
    private readonly list: MessageList,
    private readonly marks: SeenMarks,
    ports: Ports,
  ) {
    this.#key = narrowKey(list.narrow);
    const before = untrack(() => marks.undone);
    $effect(() => {
      const { undone } = marks;
      if (undone === before) return;
      untrack(() => {
        if (list.messages.some(({ id }) => undone.has(id))) this.#isKept = true;
      });
    });
    $effect(() => {
      if (!this.#isWatched) return;
      const eyes = new Eyes();
      const timer = setInterval(() => {
        const unread = new Set(list.unread);
        marks.mark(this.#key, eyes.look(readable(ports, unread), performance.now()));
      }, look);
      return () => clearInterval(timer);
    });
  }

  /**
   * Being seen is being read. 1 is always, 2 in conversations, 3 never; what was opened to look
   * something up never is. https://zulip.com/api/update-settings
   */
  get isByEyes(): boolean {
    const { narrow, near } = this.list;
    if (this.#isKept || near !== undefined || narrow.kind === 'starred') return false;
    const policy = this.account.setting('web_mark_read_on_scroll_policy') ?? 2;
    return policy === 1 || (policy === 2 && narrow.kind === 'conversation');
  }

  /** Those that are known to be unread up to that message; without one, all. */
  readTo(id = Infinity): Mark | undefined {
    const ids = this.list.allUnread.filter((one) => one <= id);
    return this.marks.mark(this.#key, ids, true);
  }

  /** That message, and those after it, are unread. Throws `AnyFailure`. */
  async unreadFrom(id: number): Promise<void> {
    this.#isKept = true;
    const { list } = this;
    if (list.hasNewest) {
      await this.marks.unread(list.messages.flatMap((one) => (one.id >= id ? one.id : [])));
      return;
    }
    await this.account.call(updateMessageFlagsForNarrow, {
      ...{ anchor: String(id), include_anchor: true, num_before: 0, num_after: mostIds },
      ...{ narrow: narrowTerms(list.narrow), op: 'remove', flag: 'read' },
    });
  }
}

/** Ids of unread messages that somebody has before the eyes. */
function readable({ inSight, frame }: Ports, unread: ReadonlySet<number>): number[] {
  const isLookedAt = document.visibilityState === 'visible' && document.hasFocus();
  const edges = frame()?.getBoundingClientRect();
  if (!isLookedAt || !edges) return [];
  return inSight().flatMap((row) => {
    const id = Number(row.dataset['key']);
    return unread.has(id) && isReadable(row.getBoundingClientRect(), edges) ? id : [];
  });
}
