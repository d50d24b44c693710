import { m } from '$lib/paraglide/messages';
import type { AccountDrafts } from '../../features/drafts/account-drafts.svelte';
import type { DraftView } from '../../features/drafts/engine/draft-view';
import type { UploadsLoader } from '../../features/uploads/uploads-loader.svelte';
import type { ToastQueue } from '../../ui/toast-queue.svelte';
import type { MessageRecipient } from '../../writing/recipients/recipient';

/**
 * Drafts that only have files and are sent automatically once those are uploaded. They have no
 * record yet.
 */
export class UploadOnlyDrafts {
  readonly list: readonly DraftView[] = $derived.by(() => {
    const own = this.uploads.ready;
    if (!own || own.held.size === 0) return [];
    return [...own.held].flatMap((key) => {
      const jobs = own.of(key);
      const recipient = this.drafts.get(key)?.body ?? jobs[0]?.recipient;
      if (this.drafts.isListed(key) || !recipient) return [];
      const names = jobs.map(({ name }) => name);
      return viewOf(key, recipient, names);
    });
  });

  constructor(
    private readonly drafts: AccountDrafts,
    private readonly uploads: UploadsLoader,
    private readonly toasts: ToastQueue,
  ) {}

  has(key: string): boolean {
    return this.list.some((one) => one.key === key);
  }

  /** Call it before its box is shown, so that the box knows the recipient. */
  open({ key, body }: DraftView): void {
    if (this.has(key) && !this.drafts.get(key)) this.drafts.setRecipient(key, body);
  }

  /** Removes such drafts and their files, with Undo. Returns the other keys. */
  remove(some: readonly string[]): readonly string[] {
    const keys = some.filter((key) => this.has(key));
    if (keys.length === 0) return some;
    const rest = some.filter((key) => !keys.includes(key));
    for (const key of keys) this.uploads.ready?.remove(key);
    const bringBack = () => {
      for (const key of keys) this.uploads.ready?.restoreFiles(key);
      this.toasts.undos.announceRestored('drafts', keys);
    };
    this.toasts.show({
      text: m.drafts_removed({ count: keys.length }),
      undo: bringBack,
    });
    return rest;
  }
}

/** Shows the names of its files as its text. */
function viewOf(key: string, recipient: MessageRecipient, names: readonly string[]): DraftView {
  const body = { ...recipient, to: [...recipient.to], content: names.join(', ') };
  return {
    ...{ key, body, updatedAt: 0, sync: 'local', reason: null, sending: null },
    ...{ conflicted: false, conflictOf: null, revived: false, removed: false, held: false },
  };
}
