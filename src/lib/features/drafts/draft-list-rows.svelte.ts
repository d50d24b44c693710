import { m } from '$lib/paraglide/messages';
import type { Account } from '../../client/account/account.svelte';
import type { RowSection } from '../../ui/list/virtual-rows';
import { createAddressedFilter } from '../../writing/recipients/filter-addressed';
import type { MessageRecipient } from '../../writing/recipients/recipient';
import type { AccountDrafts } from './account-drafts.svelte';
import { conversationFirst } from './conversation-first';
import type { DraftView } from './engine/draft-view';
import { sendStatusOf, stalledKeys, type SendStatus, type WaitReasonLookup } from './send-status';

interface Parts {
  readonly account: Account;
  readonly drafts: AccountDrafts;
  /** Drafts that consist of files only. The server doesn't store these. */
  readonly ofFiles: () => readonly DraftView[];
  /** Keys of drafts that are sent once their files are uploaded. */
  readonly awaitedKeys: () => Iterable<string>;
  readonly awaited: WaitReasonLookup;
  readonly query: () => string;
  /** Set when the page was opened from a conversation: its drafts come first. */
  readonly conversation: () => MessageRecipient | null;
}

/**
 * The rows of the drafts page as keys. What only changes the content of a draft, such as a key
 * typed in it, changes nothing here, in a search unless it no longer matches. Create one during
 * component initialization.
 */
export class DraftListRows {
  /** The last result: a stalled draft stays one until it is sent. */
  #stalledBefore: ReadonlySet<string> = new Set();
  readonly #stalled = $derived.by(() => {
    const { outgoing, reachable } = this.parts.drafts;
    return stalledKeys(outgoing, reachable, this.#stalledBefore);
  });
  /** The few drafts that aren't just drafts. */
  readonly #statuses = $derived.by(() => {
    const { drafts, ofFiles, awaitedKeys, awaited } = this.parts;
    const keys = [...ofFiles(), ...drafts.outgoing].map(({ key }) => key);
    const all = [...new Set([...keys, ...awaitedKeys()])].flatMap((key) => {
      const draft = this.get(key);
      return draft ? ([[key, sendStatusOf(draft, awaited, this.#stalled)]] as const) : [];
    });
    return new Map(all.filter(([, status]) => status !== 'draft'));
  });
  readonly #filter = createAddressedFilter();
  /** The last result: it stays the same array while the same drafts match. */
  #foundBefore: readonly string[] = [];
  readonly #found = $derived.by((): readonly string[] => {
    const { account, drafts, ofFiles, query } = this.parts;
    if (query().trim() !== '') {
      const all = [...ofFiles(), ...drafts.shown];
      const found = this.#filter(all, query(), account);
      const last = this.#foundBefore;
      const isSame = found.length === last.length && found.every(({ key }, at) => key === last[at]);
      return isSame ? last : (this.#foundBefore = found.map(({ key }) => key));
    }
    const first = ofFiles().map(({ key }) => key);
    return first.length > 0 ? [...first, ...drafts.order] : drafts.order;
  });
  readonly #groups = $derived.by(() => {
    const statuses = this.#statuses;
    const of = (status: SendStatus) => {
      const isOf = (key: string) => (statuses.get(key) ?? 'draft') === status;
      const keys = statuses.size > 0 ? this.#found.filter(isOf) : this.#found;
      return conversationFirst(keys, this.parts.conversation(), (key) => this.get(key)?.body);
    };
    if (statuses.size === 0) return { failed: [], waiting: [], draft: of('draft') };
    return { failed: of('failed'), waiting: of('waiting'), draft: of('draft') };
  });

  readonly rows: readonly string[] = $derived.by(() => {
    const { failed, waiting, draft } = this.#groups;
    return failed.length + waiting.length === 0 ? draft : [...failed, ...waiting, ...draft];
  });

  /** The list needs no heading when nothing failed and nothing is waiting. */
  readonly sections: readonly RowSection[] = $derived.by(() => {
    const { failed, waiting, draft } = this.#groups;
    const outgoing = failed.length + waiting.length;
    const words = m.drafts_standing_failed;
    return [
      ...(failed.length > 0 ? [{ at: 0, words: words(), tone: 'danger' as const }] : []),
      ...(waiting.length > 0 ? [{ at: failed.length, words: m.drafts_standing_waiting() }] : []),
      ...(outgoing > 0 && draft.length > 0 ? [{ at: outgoing, words: m.ui_drafts() }] : []),
    ];
  });

  constructor(private readonly parts: Parts) {
    $effect(() => void (this.#stalledBefore = this.#stalled));
  }

  get(key: string): DraftView | undefined {
    const { drafts, ofFiles } = this.parts;
    return ofFiles().find((one) => one.key === key) ?? drafts.row(key);
  }
}
