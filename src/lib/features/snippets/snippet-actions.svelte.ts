import { m } from '$lib/paraglide/messages';
import { hasOperation } from '../../api/feature-level';
import type { SavedSnippet } from '../../api/saved-snippet';
import { editSavedSnippet } from '../../api/saved-snippets';
import type { Account } from '../../client/account/account.svelte';
import { errorMessage } from '../../client/calls/error-table';
import type { PendingChange } from '../../client/outbox/pending-change';
import type { Outbox } from '../../client/outbox/outbox.svelte';
import { requestAll, type BatchResult } from '../../client/outbox/request-all';
import { AccountValue } from '../../client/storage/account-value.svelte';
import { accountStore } from '../../client/account/account-stores.svelte';
import type { ToastQueue } from '../../ui/toast-queue.svelte';
import { SnippetTrash } from './snippet-trash.svelte';
import { snippetFields, snippetTextOf } from './outbox-kind';
import { isSameSnippetText, type SnippetText } from './snippet-text';
import {
  moveSnippetUsage,
  recordSnippetUse,
  snippetUsageSchema,
  usageOfSnippets,
  type SnippetUsage,
} from './snippet-usage';

const made = new WeakMap<PendingChange, SavedSnippet>();

/**
 * The snippets as they will be once the server has the pending changes. Snippets that were changed
 * elsewhere since are shown as they are.
 */
function applyPendingSnippets(
  snippets: readonly SavedSnippet[],
  changes: readonly PendingChange[],
): readonly SavedSnippet[] {
  if (changes.length === 0) return snippets;
  const open = new Map(changes.map((change) => [change.row, change]));
  const known = snippets.flatMap((snippet): readonly SavedSnippet[] => {
    const change = open.get(snippet.id);
    open.delete(snippet.id);
    if (!change || change.problem === 'changed') return [snippet];
    if (change.to === null) return change.problem === null ? [] : [snippet];
    return [withText(change, snippet.date_created)];
  });
  // Includes snippets changed here and deleted elsewhere, so that their text isn't lost.
  const fresh = [...open.values()].filter(({ to, tried }) => {
    if (to === null) return false;
    const isAnnounced =
      tried?.to &&
      snippets.some((one) => {
        const isNew = one.id > tried.after && !tried.others.includes(one.id);
        return isNew && isSameSnippetText(one, snippetTextOf(tried.to ?? {}));
      });
    return !isAnnounced;
  });
  return [...known, ...fresh.map((change) => withText(change, Math.floor(change.at / 1000)))];
}

function withText(change: PendingChange, date_created: number): SavedSnippet {
  let snippet = made.get(change);
  if (!snippet) {
    const { title, content } = snippetTextOf(change.to ?? {});
    made.set(change, (snippet = { id: change.row, title, content, date_created }));
  }
  return snippet;
}

/** The saved snippets of an account and the user's actions on them. One instance per account. */
export class SnippetActions {
  readonly trash: SnippetTrash;
  /** Create calls under way, by text. */
  readonly #making = new Map<string, Promise<number>>();
  /** Erased at sign-out, like everything stored on this device for an account. */
  readonly #usage: AccountValue<SnippetUsage>;

  readonly all: readonly SavedSnippet[] = $derived.by(() =>
    applyPendingSnippets(
      this.account.state?.saved_snippets ?? [],
      this.outbox.changesOfKind('snippet'),
    ),
  );

  constructor(
    private readonly account: Account,
    private readonly toasts: ToastQueue,
    private readonly outbox: Outbox,
  ) {
    this.trash = new SnippetTrash(account.id);
    this.#usage = new AccountValue<SnippetUsage>(
      account.id,
      'snippet-usage',
      snippetUsageSchema,
      {},
    );
    $effect(() => this.#follow());
  }

  /** Servers below level 297 don't support snippets. */
  get supported(): boolean {
    return this.account.state?.saved_snippets !== undefined;
  }

  get editable(): boolean {
    return hasOperation(editSavedSnippet, this.account.state);
  }

  get usage(): SnippetUsage {
    return this.#usage.current;
  }

  get(id: number): SavedSnippet | undefined {
    const known = this.outbox.idOf(id);
    return this.all.find((snippet) => snippet.id === known);
  }

  use(id: number): void {
    this.#keep(recordSnippetUse(this.#usage.fresh(), id, Date.now()));
  }

  /** A change that the server doesn't have yet. */
  changeOf(id: number): PendingChange | undefined {
    return this.outbox.changeOfRow('snippet', this.outbox.idOf(id));
  }

  isWaiting(id: number): boolean {
    const change = this.changeOf(id);
    return change !== undefined && this.outbox.waits(change);
  }

  /** Discards a change that couldn't be completed. */
  discardChange(id: number): void {
    const change = this.changeOf(id);
    if (change?.problem) void this.outbox.drop(change);
  }

  /**
   * Returns the snippet's id, a temporary one while it waits for the connection. Throws `ApiError`.
   */
  async create(text: SnippetText): Promise<number> {
    const { row, outcome } = this.outbox.make('snippet', snippetFields(text));
    this.outbox.accept(await outcome);
    return this.outbox.idOf(row);
  }

  /** Like `create`, but calls with the same text while one is under way return the same snippet. */
  createOnce(text: SnippetText): Promise<number> {
    const key = JSON.stringify([text.title, text.content]);
    let made = this.#making.get(key);
    if (!made) {
      made = this.create(text).finally(() => this.#making.delete(key));
      this.#making.set(key, made);
    }
    return made;
  }

  /** Saves now, or once there is a connection. Throws `ApiError`. */
  async edit(snippet: SavedSnippet, text: SnippetText): Promise<void> {
    const to = snippetFields(text);
    this.outbox.accept(await this.outbox.request({ ...this.#desiredFor(snippet), to }));
  }

  /** Moves snippets to the trash before deleting them on the server. */
  async remove(snippets: readonly SavedSnippet[]): Promise<void> {
    const isKept = this.trash.put(snippets);
    const { accepted: gone, isWaiting } = await this.each(snippets, async (snippet) =>
      this.outbox.accept(await this.outbox.request({ ...this.#desiredFor(snippet), to: null })),
    );
    this.#unbin(snippets.filter((snippet) => !gone.includes(snippet)));
    const [only] = gone;
    if (!only) return;
    const text = isWaiting
      ? m.outbox_will_delete()
      : gone.length === 1
        ? m.snippets_deleted_one({ title: only.title })
        : m.snippets_deleted({ count: gone.length });
    this.toasts.show({
      key: 'snippets-deleted',
      text: isKept ? text : m.snippets_bin_full({ deleted: text }),
      undo: () => this.#bringBack(gone),
    });
  }

  /**
   * Restores a snippet from the trash and returns its new id. Null if it stays there; a toast says
   * why.
   */
  async restore(text: SnippetText): Promise<number | null> {
    const { accepted } = await this.each([text], async (one) => void (await this.createOnce(one)));
    if (accepted.length === 0) return null;
    this.#unbin([text]);
    return this.all.findLast((one) => isSameSnippetText(one, text))?.id ?? null;
  }

  async copy({ content }: SnippetText): Promise<void> {
    try {
      await navigator.clipboard.writeText(content);
      this.toasts.show({ key: 'snippets-copied', text: m.snippets_copied() });
    } catch {
      this.toasts.show({ tone: 'danger', text: m.ui_copy_refused() });
    }
  }

  /** Runs `run` for all items and shows the first failure. */
  async each<T>(
    items: readonly T[],
    run: (item: T) => Promise<boolean | void>,
  ): Promise<BatchResult<T>> {
    const result = await requestAll(items, run);
    if (result.failure !== undefined) {
      const text = m.ui_not_changed({ reason: errorMessage(result.failure) });
      this.toasts.show({ key: 'snippets-unchanged', tone: 'danger', text });
    }
    return result;
  }

  /** Follows changes of other tabs. Returns a function that stops it. */
  #follow(): () => void {
    const stops = [this.#usage.follow(), this.trash.follow()];
    return () => stops.forEach((stop) => stop());
  }

  async #bringBack(snippets: readonly SavedSnippet[]): Promise<void> {
    const { accepted: back } = await this.each(snippets, async (snippet) => {
      const { row, outcome } = this.outbox.restore('snippet', snippet.id, snippetFields(snippet));
      if (snippet === snippets[0]) {
        this.toasts.undos.announceRestored('snippets', [String(row)]);
      }
      this.outbox.accept(await outcome);
      this.#keep(moveSnippetUsage(this.#usage.current, snippet.id, this.outbox.idOf(row)));
    });
    this.#unbin(back);
  }

  #desiredFor(snippet: SavedSnippet) {
    return { kind: 'snippet', row: snippet.id, from: snippetFields(snippet) } as const;
  }

  /** Removes one trash entry for each text. */
  #unbin(texts: readonly SnippetText[]): void {
    const ids = new Set<string>();
    for (const text of texts) {
      const entry = this.trash.all.find((one) => !ids.has(one.id) && isSameSnippetText(one, text));
      if (entry) ids.add(entry.id);
    }
    if (ids.size > 0) this.trash.forget(ids);
  }

  #keep(usage: SnippetUsage): void {
    // Includes snippets that are being restored.
    const ids = new Set([...this.all, ...(this.account.state?.saved_snippets ?? [])].map(idOf));
    this.#usage.set(usageOfSnippets(usage, ids));
  }
}

const idOf = ({ id }: SavedSnippet) => id;

export const useSnippetActions = accountStore(
  ({ account, toasts, outbox }) => new SnippetActions(account, toasts, outbox),
);
