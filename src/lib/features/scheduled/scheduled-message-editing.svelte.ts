import { SvelteMap } from 'svelte/reactivity';
import type { Account } from '../../client/account/account.svelte';
import { ListenerSet } from '../../client/listener-set';
import { ServerSubmission } from '../../client/submission/server-submission.svelte';
import { isSameAddressedText, type AddressedText } from '../../writing/sending/addressed-text';
import type { ScheduledMessageActions } from './messages/scheduled-message-actions.svelte';
import {
  unsavedScheduledEdits,
  type ScheduledEdit,
  type UnsavedScheduledEdits,
} from './unsaved-scheduled-edits';
import type { ScheduledItem } from './messages/scheduled-item';

/** The server now has this text of the message. */
export interface SavedScheduledText {
  readonly key: string;
  readonly body: AddressedText;
}

/**
 * Unsaved changes of scheduled messages. A message stays scheduled unchanged until its change is
 * saved; a change that can't be saved yet is stored on this device. One instance per account.
 */
export class ScheduledMessageEditing {
  readonly edits: UnsavedScheduledEdits;
  readonly #saved = new ListenerSet<SavedScheduledText>();
  readonly #submissions = new SvelteMap<string, ServerSubmission>();

  constructor(
    private readonly account: Account,
    private readonly scheduledActions: ScheduledMessageActions,
  ) {
    this.edits = unsavedScheduledEdits(account.id);
    $effect(() => this.edits.follow());
  }

  /** Returns a function that stops it. */
  onSaved(listener: (saved: SavedScheduledText) => void): () => void {
    return this.#saved.add(listener);
  }

  isSaving(key: string): boolean {
    return this.#submissions.get(key)?.isPending ?? false;
  }

  refusalOf(key: string): string {
    return this.#submissions.get(key)?.problem ?? '';
  }

  /** `edit` is the change so far. An edit back to the original text is dropped. */
  change(key: string, edit: ScheduledEdit, body: AddressedText): void {
    this.#forgetProblem(key);
    if (isSameAddressedText(edit.base, body)) this.edits.drop(key);
    else this.edits.put(key, { base: edit.base, body });
  }

  discard(key: string): void {
    this.#forgetProblem(key);
    this.edits.drop(key);
  }

  #forgetProblem(key: string): void {
    const submission = this.#submissions.get(key);
    if (!submission?.isPending) submission?.abandon();
  }

  /** Turns the text into a draft and returns its key. */
  toDraft(key: string, edit: ScheduledEdit): string {
    const draft = this.scheduledActions.draft(edit.body);
    this.discard(key);
    return draft;
  }

  /** Keeps the local change. What was changed elsewhere becomes a draft. */
  keepMine(item: ScheduledItem): void {
    const edit = this.edits.get(item.key);
    if (!edit) return;
    this.scheduledActions.draft(item.body);
    this.edits.put(item.key, { ...edit, base: item.body });
  }

  /** Resolves to true once the server or the outbox has the change. */
  async save(item: ScheduledItem, time?: number): Promise<boolean> {
    const { key } = item;
    const edit = this.edits.get(key);
    if (!edit || this.isSaving(key) || !isSameAddressedText(item.body, edit.base)) return false;
    const submission = this.#submissions.get(key) ?? new ServerSubmission();
    this.#submissions.set(key, submission);
    let isWhole = true;
    const isSaved = await submission.submit({
      send: async () => {
        await this.scheduledActions.save(item, edit.body, time);
        this.#saved.notify({ key, body: edit.body });
        // Text typed while saving is a new change.
        const later = this.edits.get(key);
        isWhole = !later || isSameAddressedText(later.body, edit.body);
        if (isWhole) this.discard(key);
        else if (later) this.edits.put(key, { base: edit.body, body: later.body });
      },
    });
    return isSaved && isWhole;
  }

  /** Turns changes whose message is gone into drafts, except the open one. Returns how many. */
  rescue(open: string | undefined): number {
    if (!this.account.live) return 0;
    let rescued = 0;
    for (const [key, edit] of [...this.edits.all]) {
      if (key === open || this.scheduledActions.get(key) || !this.edits.drop(key)) continue;
      this.scheduledActions.draft(edit.body);
      rescued++;
    }
    return rescued;
  }
}
