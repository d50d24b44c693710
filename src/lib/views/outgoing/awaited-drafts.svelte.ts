import { m } from '$lib/paraglide/messages';
import type { Drafts } from '../../features/drafts/drafts.svelte';
import type { UploadsDoor } from '../../features/uploads/context.svelte';
import type { Toasts } from '../../ui/toasts.svelte';
import { draftsOf, filesEntry, type Entry } from './entry';

/** Drafts without text, which go out by themselves once their files are there. They have no record. */
export class AwaitedDrafts {
  readonly entries: readonly Entry[] = $derived.by(() => {
    const own = this.uploads.ready;
    if (!own || own.held.size === 0) return [];
    const listed = new Set(this.drafts.shown.map(({ key }) => key));
    return [...own.held].flatMap((key) => {
      const jobs = own.of(key);
      const recipient = this.drafts.get(key)?.body ?? jobs[0]?.recipient;
      if (listed.has(key) || !recipient) return [];
      const names = jobs.map(({ name }) => name);
      return filesEntry(key, recipient, names);
    });
  });

  constructor(
    private readonly drafts: Drafts,
    private readonly uploads: UploadsDoor,
    private readonly toasts: Toasts,
    private readonly onrestored: (keys: readonly string[]) => void,
  ) {}

  has(entry: Entry): boolean {
    return this.entries.some(({ key }) => key === entry.key);
  }

  /** To be called before its box is shown, so that the box knows the recipient. */
  open(entry: Entry): void {
    if (entry.kind !== 'draft' || !this.has(entry) || this.drafts.get(entry.draft.key)) return;
    this.drafts.setRecipient(entry.draft.key, entry.body);
  }

  /** Those of them that are such drafts, with their files; it can be undone. */
  remove(some: readonly Entry[]): void {
    const keys = draftsOf(some.filter((entry) => this.has(entry)));
    if (keys.length === 0) return;
    for (const key of keys) this.uploads.ready?.remove(key);
    const bringBack = () => {
      for (const key of keys) this.uploads.ready?.bringBack(key);
      this.onrestored(keys);
    };
    this.toasts.show({
      text: m.drafts_removed({ count: keys.length }),
      action: { label: m.drafts_undo(), run: bringBack },
    });
  }
}
