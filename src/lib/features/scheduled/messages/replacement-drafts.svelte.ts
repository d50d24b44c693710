import * as v from 'valibot';
import { SvelteMap } from 'svelte/reactivity';
import { untrack } from 'svelte';
import { m } from '$lib/paraglide/messages';
import type { Account } from '../../../client/account/account.svelte';
import { readAccountStorageAs, writeAccountStorage } from '../../../client/storage/account-storage';
import type { Outbox } from '../../../client/outbox/outbox.svelte';
import type { ToastQueue } from '../../../ui/toast-queue.svelte';
import { withPeopleNames } from '../../../writing/recipients/people-names';
import { timedFieldsOf } from '../../../writing/sending/timed-text';
import { isSameAddressedText } from '../../../writing/sending/addressed-text';
import { scheduledItemOf, type ScheduledItem } from './scheduled-item';
import type { SchedulePorts } from './schedule-ports';

const memory = 'stand-ins';
const schema = v.array(v.tuple([v.number(), v.string()]));

interface ReplacementDraft {
  /** Key of the draft being sent. */
  readonly key: string;
  /** Sending has been observed, or possibly happened before a reload. */
  readonly begun: boolean;
}

/**
 * Drafts that are sent in place of failed scheduled messages. The server never sends a failed
 * message, so it is kept until the draft has arrived, and deleted then. If the draft is refused,
 * the draft is removed and the message remains. The message is hidden while its draft is being
 * sent, so that it can't be sent twice.
 */
export class ReplacementDrafts {
  /** By id of the scheduled message. */
  readonly #all: SvelteMap<number, ReplacementDraft>;

  constructor(
    private readonly account: Account,
    private readonly toasts: ToastQueue,
    private readonly outbox: Outbox,
    private readonly ports: Pick<SchedulePorts, 'drafts' | 'reasonLabel'>,
  ) {
    const entries = readAccountStorageAs(account.id, memory, schema) ?? [];
    this.#all = new SvelteMap(entries.map(([id, key]) => [id, { key, begun: true }]));
    $effect(() => this.#follow());
  }

  has(id: number): boolean {
    return this.#all.has(id);
  }

  /** Call this before sending the draft. */
  put({ id }: ScheduledItem, key: string): void {
    this.#all.set(id, { key, begun: false });
    this.#keep();
  }

  #follow(): void {
    const { account } = this;
    const { drafts } = this.ports;
    const isOnline = account.connection.kind === 'online';
    if (!drafts.loaded) return;
    for (const [id, standIn] of [...this.#all]) {
      const { key, begun } = standIn;
      const draft = drafts.get(key);
      const isSent = drafts.trash.some((one) => one.local === key && one.reason === 'sent');
      if (draft?.sending) {
        const { state, reason } = draft.sending;
        if (state === 'failed') untrack(() => this.#giveBack(id, key, reason));
        else if (!begun) untrack(() => this.#all.set(id, { key, begun: true }));
      } else if (isSent) {
        if (isOnline && account.state) untrack(() => this.#delete(id));
      } else if (begun) untrack(() => this.#forget(id));
    }
  }

  /** The message still has the text. If the draft was edited since, it stays. */
  #giveBack(id: number, key: string, reason: string | null): void {
    const item = this.#itemOf(id);
    const { drafts, reasonLabel: reasonWords } = this.ports;
    const draft = drafts.get(key);
    this.#forget(id);
    if (!item || !draft || !isSameAddressedText(item.body, draft.body)) return;
    drafts.settleSending(key, false);
    drafts.remove([key]);
    const words = withPeopleNames(reasonWords(reason), this.account);
    const text = m.ui_not_sent({ reason: words });
    this.toasts.show({ key: 'scheduled-unchanged', tone: 'danger', text });
  }

  #delete(id: number): void {
    const item = this.#itemOf(id);
    if (item) {
      const from = timedFieldsOf(item.body, item.timestamp);
      void this.outbox.request({ kind: 'scheduled', row: id, from, to: null });
    }
    this.#forget(id);
  }

  #itemOf(id: number): ScheduledItem | undefined {
    const all = this.account.state?.scheduled_messages;
    const message = all?.find((one) => one.scheduled_message_id === id);
    return message && scheduledItemOf(message);
  }

  #forget(id: number): void {
    this.#all.delete(id);
    this.#keep();
  }

  #keep(): void {
    const entries = [...this.#all].map(([id, { key }]) => [id, key] as const);
    writeAccountStorage(this.account.id, memory, entries);
  }
}
