import { SvelteMap } from 'svelte/reactivity';
import { m } from '$lib/paraglide/messages';
import { deleteMessage } from '../../api/messages';
import { canDeleteOwnMessages } from '../../api/permissions/message';
import type { Account } from '../../client/account/account.svelte';
import { errorMessage } from '../../client/calls/error-table';
import { ListenerSet } from '../../client/listener-set';
import type { Outbox } from '../../client/outbox/outbox.svelte';
import { accountStore } from '../../client/account/account-stores.svelte';
import { updateSetting } from '../../client/account/update-setting';
import type { ToastQueue } from '../../ui/toast-queue.svelte';
import { copyText } from '../../writing/message-text/copy-text';
import { withPeopleNames } from '../../writing/recipients/people-names';
import { hasUnfilledPlaceholder } from '../../writing/sending/unfilled-placeholder';
import { accountPermissions } from '../../writing/permissions/account-permissions';
import type { MessageRecipient } from '../../writing/recipients/recipient';
import { recipientLabel } from '../../writing/recipients/recipient-label';
import { undoRemoval } from './announce-cleared';
import { draftObstacle, draftReasonLabel } from './draft-labels';
import { useDrafts } from './context';
import type { AccountDrafts } from './account-drafts.svelte';
import type { SentDraft } from './drafts-account';
import type { TrashReason } from './engine/draft-record';

export type CaretRange = readonly [start: number, end: number];

/** A restored draft and its caret position. */
export interface UndoTarget {
  readonly key: string;
  readonly caret: CaretRange | undefined;
}

/** Progress of scheduling a draft. `failure` is a message for the user. */
export interface SchedulingProgress {
  readonly state: 'busy' | 'failed';
  readonly failure?: string | undefined;
}

const removedToast = 'drafts-removed';
const sentToast = 'drafts-sent';

/**
 * User actions on the drafts of an account, each with a toast and one way to undo it. Work under
 * way continues and is reported on any page. `useDraftActions` returns the account's instance.
 */
export class DraftActions {
  /**
   * Keys covered by the current toast: deletions while it is shown are reported and undone
   * together.
   */
  #removed: readonly string[] = [];
  #sent: readonly SentDraft[] = [];
  /** Recipient labels by key, kept from when the draft still existed. */
  readonly #names = new SvelteMap<string, string>();
  /** Keys whose sending was already reported. */
  readonly #announced = new Set<string>();
  readonly #backs = new ListenerSet<UndoTarget>();
  /**
   * Calls back when a message was undone, with the draft that has its text. Returns a function to
   * stop.
   */
  readonly onUndone = this.#backs.add;
  readonly #left = new ListenerSet<readonly string[]>();
  /** Calls back when drafts were scheduled and left the list. Returns a function to stop. */
  readonly onScheduled = this.#left.add;
  /** By draft key. Written by `schedule-draft`, which is loaded on first use. */
  readonly scheduling = new SvelteMap<string, SchedulingProgress>();
  /** Draft whose box should put the caret at the problem that keeps it from being sent. */
  mending = $state<string>();

  constructor(
    readonly drafts: AccountDrafts,
    readonly account: Account,
    readonly toasts: ToastQueue,
    readonly outbox: Outbox,
  ) {
    $effect(() => drafts.onSent((sent) => this.#announce(sent)));
  }

  /** Asks pages that show drafts to open this one. */
  announceUndone(key: string, caret?: CaretRange): void {
    this.#backs.notify({ key, caret });
  }

  announceScheduled(keys: readonly string[]): void {
    this.#left.notify(keys);
  }

  /** Throws `AnyFailure`. */
  setSync(on: boolean): Promise<void> {
    return this.drafts.alone(() =>
      updateSetting(this.account, 'enable_drafts_synchronization', on),
    );
  }

  async turnSyncOn(): Promise<void> {
    try {
      await this.setSync(true);
    } catch (failure) {
      this.toasts.show({ tone: 'danger', text: errorMessage(failure) });
    }
  }

  /** The text has changed, so a failure of the old text no longer applies. */
  forgetFailure(key: string): void {
    if (this.scheduling.get(key)?.state === 'failed') this.scheduling.delete(key);
  }

  remove(keys: readonly string[]): void {
    const views = this.#views(keys).filter((draft) => !isSendingUnderWay(draft.sending?.state));
    if (views.length === 0) return;
    const removed = views.map((draft) => draft.key);
    this.drafts.remove(removed);
    this.#removed = [...(this.toasts.retract(removedToast) ? this.#removed : []), ...removed];
    const all = this.#removed;
    const [only] = views;
    this.toasts.show({
      key: removedToast,
      text:
        all.length === 1 && only && only.body.type !== ''
          ? m.drafts_removed_one({ recipient: recipientLabel(only.body, this.account) })
          : m.drafts_removed({ count: all.length }),
      undo: () => this.#undoRemoval(all),
    });
  }

  /** Keys of the drafts without a known obstacle. */
  sendable(keys: readonly string[]): readonly string[] {
    return this.#views(keys)
      .filter((draft) => !isSendingUnderWay(draft.sending?.state) && !draft.conflicted)
      .filter((draft) => draftObstacle(draft, this.account) === null)
      .map((draft) => draft.key);
  }

  /**
   * Returns the sendable drafts and shows a toast for the others. A draft with an unfilled
   * placeholder, or with mentions that notify many people or miss some, isn't ready until its box
   * has asked about it.
   */
  async ready(keys: readonly string[], isConfirmed = false): Promise<readonly string[]> {
    await this.drafts.whenListed(keys);
    const ready = this.sendable(keys).filter(
      (key) => isConfirmed || !hasUnfilledPlaceholder(this.drafts.get(key)?.body.content ?? ''),
    );
    if (ready.length < keys.length) {
      this.toasts.show({
        key: 'drafts-unsendable',
        text: m.drafts_unsendable({ count: keys.length - ready.length }),
      });
    }
    if (isConfirmed || !ready.some((key) => this.drafts.get(key)?.body.content.includes('@*')))
      return ready;
    return (await import('./mention-question-filter')).keysWithoutMentionQuestion(this, ready);
  }

  send(keys: readonly string[]): void {
    for (const key of this.sendable(keys)) {
      const draft = this.drafts.get(key);
      if (draft) this.#names.set(key, recipientLabel(draft.body, this.account));
      this.drafts.send(key);
    }
  }

  /** For a draft that was just created and is possibly not listed yet. */
  sendNew(key: string, recipient: MessageRecipient): void {
    this.#names.set(key, recipientLabel(recipient, this.account));
    this.drafts.send(key);
  }

  /** Cancels sending, so that the user can keep editing. */
  keepWriting(keys: readonly string[]): void {
    for (const key of keys) this.drafts.settleSending(key, false);
  }

  copy(key: string): Promise<void> {
    return copyText(this.drafts.get(key)?.body.content ?? '', m.ui_text_copied(), this.toasts);
  }

  /**
   * Whether the box of this draft shows only what this tab has sent. Another tab can have sent the
   * message; text that was edited since is still a draft.
   */
  isDone(key: string): boolean {
    if (!this.#names.has(key)) return false;
    const draft = this.drafts.get(key);
    const sent = this.drafts.trash.find((entry) => entry.local === key && entry.reason === 'sent');
    return sent !== undefined && (!draft || draft.body.content === sent.body.content);
  }

  /** Call when the box closes. If the message's id is unknown, the toast offers no undo. */
  finish(key: string): void {
    const recipient = this.#names.get(key);
    this.#names.delete(key);
    if (this.#announced.delete(key) || recipient === undefined || this.#isShown(sentToast)) return;
    this.toasts.show({ tone: 'success', text: m.drafts_sent_one({ recipient }) });
  }

  #announce(sent: SentDraft): void {
    this.#sent = [...(this.toasts.retract(sentToast) ? this.#sent : []), sent];
    const all = this.#sent;
    const recipient = this.#names.get(sent.key);
    this.#announced.add(sent.key);
    this.toasts.show({
      key: sentToast,
      tone: 'success',
      text:
        all.length === 1 && recipient
          ? m.drafts_sent_one({ recipient })
          : m.drafts_sent({ count: all.length }),
      undo: this.#mayTakeBack() ? () => this.#takeBack(all) : undefined,
    });
  }

  #views(keys: readonly string[]) {
    const { drafts } = this;
    const wanted = new Set(keys);
    const listed =
      keys.length > 1
        ? drafts.order.filter((key) => wanted.has(key))
        : keys.filter((key) => drafts.isListed(key));
    return listed.flatMap((key) => drafts.get(key) ?? []);
  }

  /**
   * Waits until the drafts are safely saved. Returns the reasons, by key, for those that aren't.
   */
  async keep(keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const kept = await Promise.all(keys.map((key) => this.drafts.saveSafely(key)));
    const refused = keys.filter((_key, at) => !kept[at]);
    return new Map(
      refused.map((key) => {
        const reason = draftReasonLabel(this.drafts.get(key)?.reason ?? m.drafts_saved_nowhere());
        return [key, withPeopleNames(reason, this.account)];
      }),
    );
  }

  #isShown(toast: string): boolean {
    return this.toasts.all.some((one) => one.key === toast);
  }

  async #undoRemoval(keys: readonly string[]): Promise<string | undefined> {
    await this.drafts.whenRemoved(keys);
    return undoRemoval(this.#binned(keys, 'deleted'), this.drafts, this.toasts);
  }

  /** Restores the newest version of each from the trash as a draft. Returns the new keys. */
  restore(keys: readonly string[], reason: TrashReason): readonly string[] {
    return this.#binned(keys, reason).map((id) => this.drafts.restore(id));
  }

  #binned(keys: readonly string[], reason: TrashReason): readonly string[] {
    const wanted = new Set(keys);
    return this.drafts.trash
      .filter((entry) => entry.reason === reason && wanted.delete(entry.local))
      .map(({ id }) => id);
  }

  /**
   * https://zulip.com/api/delete-message. Only decides whether to offer undo; the server has the
   * last word.
   */
  #mayTakeBack(): boolean {
    return canDeleteOwnMessages(accountPermissions(this.account), undefined);
  }

  /** The text is safely saved as a draft before the message is deleted. */
  async #takeBack(sent: readonly SentDraft[]): Promise<void> {
    const drafted = sent.flatMap(({ key, messageId }) => {
      const [back] = this.restore([key], 'sent');
      return back === undefined ? [] : [{ back, messageId }];
    });
    const refused = await this.keep(drafted.map(({ back }) => back));
    for (const { back, messageId } of drafted) {
      let reason = refused.get(back);
      if (reason === undefined) {
        try {
          await this.account.call(deleteMessage, { message_id: messageId });
          const message_ids = [messageId];
          this.account.assumeForMessages({ kind: 'delete_message', id: -1, message_ids });
          this.announceUndone(back);
          continue;
        } catch (failure) {
          reason = errorMessage(failure);
        }
      }
      this.drafts.remove([back], 'sent');
      this.toasts.show({ tone: 'danger', text: m.drafts_take_back_failed({ reason }) });
    }
  }
}

export const useDraftActions = accountStore(
  ({ account, toasts, outbox }) => new DraftActions(useDrafts(), account, toasts, outbox),
);

export function isSendingUnderWay(state: string | undefined): boolean {
  return state === 'queued' || state === 'inflight' || state === 'checking';
}
