import { SvelteSet } from 'svelte/reactivity';
import { m } from '$lib/paraglide/messages';
import { NetworkFailure } from '../../api/errors';
import {
  createSavedSnippet,
  deleteSavedSnippet,
  editSavedSnippet,
  getSavedSnippets,
  type SavedSnippet,
} from '../../api/saved-snippets';
import type { Account } from '../../client/account.svelte';
import { describe } from '../../client/error-table';
import type { Toasts } from '../../ui/toasts.svelte';
import { SnippetBin } from './bin.svelte';
import { sameText, trimmed, type SnippetText } from './text';
import { moved, readUsage, used, writeUsage, type Usage } from './usage';

/** Calls under way at once. */
const atOnce = 4;

/** The saved snippets of an account, and what a person does to them. */
export class SnippetDesk {
  readonly bin: SnippetBin;
  #usage = $state.raw<Usage>({});
  /** Gone from sight while the server is asked. */
  readonly #leaving = new SvelteSet<number>();
  /** Texts of which nobody knows whether they were created, with the newest id before. */
  readonly #doubts = new Map<string, number>();

  readonly all: readonly SavedSnippet[] = $derived.by(() =>
    (this.account.state?.saved_snippets ?? []).filter(({ id }) => !this.#leaving.has(id)),
  );

  constructor(
    private readonly account: Account,
    private readonly toasts: Toasts,
  ) {
    this.bin = new SnippetBin(account.id);
    this.#usage = readUsage(account.id);
  }

  /** Servers below level 297 know no snippets. */
  get supported(): boolean {
    return this.account.state?.saved_snippets !== undefined;
  }

  get editable(): boolean {
    return (this.account.state?.zulip_feature_level ?? 0) >= editSavedSnippet.since;
  }

  get usage(): Usage {
    return this.#usage;
  }

  get(id: number): SavedSnippet | undefined {
    return this.all.find((snippet) => snippet.id === id);
  }

  /** It was inserted somewhere. */
  use(id: number): void {
    this.#keep(used(readUsage(this.account.id), id, Date.now()));
  }

  /** Once, whatever became of the reply to an earlier attempt. Its id; throws `AnyFailure`. */
  async create(text: SnippetText): Promise<number> {
    const { title, content } = trimmed(text);
    const key = JSON.stringify([title, content]);
    const newest = this.#doubts.get(key);
    if (newest !== undefined) {
      const { saved_snippets } = await this.account.call(getSavedSnippets, {});
      const made = saved_snippets.find((one) => one.id > newest && sameText(one, text));
      this.#doubts.delete(key);
      if (made) return this.#assume(made);
    }
    const before = Math.max(-1, ...(this.account.state?.saved_snippets ?? []).map(({ id }) => id));
    try {
      const reply = await this.account.call(createSavedSnippet, { title, content });
      const date_created = Math.floor(Date.now() / 1000);
      return this.#assume({ id: reply.saved_snippet_id, title, content, date_created });
    } catch (failure) {
      if (failure instanceof NetworkFailure) this.#doubts.set(key, before);
      throw failure;
    }
  }

  /** What does not differ is not sent. Throws `AnyFailure`. */
  async edit(snippet: SavedSnippet, text: SnippetText): Promise<void> {
    const { title, content } = trimmed(text);
    const changes = {
      ...(title !== snippet.title && { title }),
      ...(content !== snippet.content && { content }),
    };
    if (Object.keys(changes).length === 0) return;
    await this.account.call(editSavedSnippet, { saved_snippet_id: snippet.id, ...changes });
    this.#assume({ ...snippet, title, content }, 'saved_snippets/update');
  }

  /** In the bin before they go from the server. */
  async remove(snippets: readonly SavedSnippet[]): Promise<void> {
    const isKept = this.bin.put(snippets);
    for (const { id } of snippets) this.#leaving.add(id);
    const gone = await this.each(snippets, async ({ id }) => {
      await this.account.call(deleteSavedSnippet, { saved_snippet_id: id });
      this.account.assume({ kind: 'saved_snippets/remove', id: -1, saved_snippet_id: id });
    });
    for (const { id } of snippets) this.#leaving.delete(id);
    this.#unbin(snippets.filter((snippet) => !gone.includes(snippet)));
    const [only] = gone;
    if (!only) return;
    const text =
      gone.length === 1
        ? m.snippets_deleted_one({ title: only.title })
        : m.snippets_deleted({ count: gone.length });
    this.toasts.show({
      key: 'snippets-deleted',
      text: isKept ? text : `${text} ${m.snippets_bin_full()}`,
      action: { label: m.snippets_undo(), run: () => void this.#bringBack(gone) },
    });
  }

  /** From the bin. Its new id; null: it stays there, which is told. */
  async restore(text: SnippetText): Promise<number | null> {
    const [restored] = await this.each([text], async (one) => void (await this.create(one)));
    if (!restored) return null;
    this.#unbin([text]);
    return this.all.findLast((one) => sameText(one, text))?.id ?? null;
  }

  async copy({ content }: SnippetText): Promise<void> {
    try {
      await navigator.clipboard.writeText(content);
      this.toasts.show({ key: 'snippets-copied', text: m.snippets_copied() });
    } catch {
      this.toasts.show({ tone: 'danger', text: m.snippets_copy_failed() });
    }
  }

  /** Runs it for all, a few at a time, and tells of the first failure. Those that went well. */
  async each<T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<readonly T[]> {
    const done = new Set<T>();
    let failure: unknown;
    const waiting = [...items];
    const work = async () => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
        try {
          await run(item);
          done.add(item);
        } catch (thrown) {
          failure ??= thrown;
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    if (failure !== undefined) {
      const text = m.snippets_unchanged({ reason: describe(failure) });
      this.toasts.show({ key: 'snippets-unchanged', tone: 'danger', text });
    }
    return items.filter((item) => done.has(item));
  }

  /** Follows the other tabs; the result stops it. */
  follow(): () => void {
    const changed = () => (this.#usage = readUsage(this.account.id));
    window.addEventListener('storage', changed);
    const stop = this.bin.follow();
    return () => {
      window.removeEventListener('storage', changed);
      stop();
    };
  }

  async #bringBack(snippets: readonly SavedSnippet[]): Promise<void> {
    const back = await this.each(snippets, async (snippet) => {
      const id = await this.create(snippet);
      this.#keep(moved(this.#usage, snippet.id, id));
    });
    this.#unbin(back);
  }

  /** One entry of the bin for each of them. */
  #unbin(texts: readonly SnippetText[]): void {
    const ids = new Set<string>();
    for (const text of texts) {
      const entry = this.bin.all.find((one) => !ids.has(one.id) && sameText(one, text));
      if (entry) ids.add(entry.id);
    }
    if (ids.size > 0) this.bin.forget(ids);
  }

  #keep(usage: Usage): void {
    this.#usage = usage;
    // Those on their way back count, too.
    const ids = new Set([...this.all.map(({ id }) => id), ...this.#leaving]);
    writeUsage(this.account.id, usage, ids);
  }

  /** The event of it may be on its way still. */
  #assume(
    saved_snippet: SavedSnippet,
    kind: 'saved_snippets/add' | 'saved_snippets/update' = 'saved_snippets/add',
  ): number {
    this.account.assume({ kind, id: -1, saved_snippet });
    return saved_snippet.id;
  }
}
