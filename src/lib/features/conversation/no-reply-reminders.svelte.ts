import * as v from 'valibot';
import type { ServerEvent } from '../../api/event-types';
import { conversationNarrow } from '../../api/narrow';
import { getMessages, type Message } from '../../api/read-messages';
import { useAccount, type Account } from '../../client/account/account.svelte';
import { readAccountStorage, writeAccountStorage } from '../../client/storage/account-storage';
import { useOutbox, type Outbox } from '../../client/outbox/outbox.svelte';
import { useAccountStores, type AccountStores } from '../../client/account/account-stores.svelte';
import { isSameConversation } from '../../writing/recipients/recipient';
import { movedMessagesOf } from './apply-message-event';
import { recipientOfMessage } from './apply-event-to-messages';

const name = 'unanswered';
/** The earliest go first. */
const maxReminders = 50;
/** Messages after one's own among which an answer is looked for. */
const looked = 50;

const schema = v.array(
  v.object({
    /** One's own. */
    message: v.number(),
    /** UNIX seconds, of the reminder. */
    timestamp: v.number(),
    to: v.object({
      type: v.picklist(['stream', 'private']),
      to: v.array(v.number()),
      topic: v.string(),
    }),
  }),
);
type NoReplyReminder = v.InferOutput<typeof schema>[number];

/**
 * Own messages of which a person wishes to be told if nobody answers: a reminder is set, and goes when
 * somebody else writes in that conversation. Which they are is kept on this device. An answer that
 * comes while no device of this kind is awake is found when one wakes; else one is reminded once.
 */
export class NoReplyReminders {
  #all: readonly NoReplyReminder[] = [];
  /** Rows of the outbox by message: the list of reminders may not have them yet. */
  readonly #rows = new Map<number, number>();

  constructor(
    private readonly account: Account,
    private readonly outbox: Outbox,
  ) {
    const kept = v.safeParse(schema, readAccountStorage(account.id, name));
    if (kept.success) this.#all = kept.output;
    $effect(() => {
      const stops = [
        account.onState(() => this.#all.forEach((one) => void this.#look(one))),
        account.onEvent((event) => this.#hear(event)),
      ];
      return () => stops.forEach((stop) => stop());
    });
  }

  /** Tells at that time (UNIX seconds), unless somebody answers before. The result takes it back. */
  watch(message: Message, timestamp: number): () => void {
    const { type, to, topic } = recipientOfMessage(message, this.account.user_id);
    if (type === '') return () => undefined;
    const one: NoReplyReminder = {
      message: message.id,
      timestamp,
      to: { type, to: [...to], topic },
    };
    const { row, outcome } = this.outbox.make('reminder', fieldsOf(one));
    this.#rows.set(message.id, row);
    this.#keep([...this.#all.filter(({ message }) => message !== one.message), one]);
    // Somebody may have been faster.
    void outcome.then(() => this.#look(one));
    return () => this.#end(one);
  }

  #hear(event: ServerEvent): void {
    if (event.kind === 'message') {
      const { message } = event;
      if (!this.#isAnswer(message)) return;
      const place = recipientOfMessage(message, this.account.user_id);
      for (const one of this.#all) {
        if (message.id > one.message && isSameConversation(place, one.to)) this.#end(one);
      }
    } else if (event.kind === 'update_message') {
      const place = movedMessagesOf(event);
      if (!place || !this.#all.some(({ message }) => place.ids.has(message))) return;
      const { to, topic } = place.recipient;
      this.#keep(
        this.#all.map((one) =>
          place.ids.has(one.message) ? { ...one, to: { type: 'stream', to: [...to], topic } } : one,
        ),
      );
    }
  }

  /** Whether somebody has answered while nobody listened. Unknown, and the reminder comes. */
  async #look(one: NoReplyReminder): Promise<void> {
    const params = {
      ...{ anchor: String(one.message), include_anchor: false, num_before: 0, num_after: looked },
      narrow: conversationNarrow(one.to),
      ...{ client_gravatar: true, apply_markdown: true, allow_empty_topic_name: true },
    };
    const found = await this.account.call(getMessages, params).catch(() => null);
    if (found?.messages.some((message) => this.#isAnswer(message))) this.#end(one);
  }

  #isAnswer({ sender_id }: Pick<Message, 'sender_id'>): boolean {
    return sender_id !== this.account.user_id && this.account.user(sender_id)?.is_bot !== true;
  }

  #end({ message }: NoReplyReminder): void {
    const one = this.#all.find((other) => other.message === message);
    if (!one) return;
    this.#keep(this.#all.filter((other) => other !== one));
    const row = this.#rows.get(message) ?? this.#rowOf(one);
    if (row === undefined) return;
    void this.outbox.request({ kind: 'reminder', row, from: fieldsOf(one), to: null });
  }

  #rowOf({ message, timestamp }: NoReplyReminder): number | undefined {
    const there = this.account.state?.reminders?.find(
      (one) =>
        one.reminder_target_message_id === message &&
        one.scheduled_delivery_timestamp === timestamp,
    );
    const waiting = this.outbox
      .changesOfKind('reminder')
      .find(({ to }) => to?.['message'] === message);
    return there?.reminder_id ?? waiting?.row;
  }

  #keep(all: readonly NoReplyReminder[]): void {
    const now = Date.now() / 1000;
    this.#all = all.filter(({ timestamp }) => timestamp > now).slice(-maxReminders);
    writeAccountStorage(this.account.id, name, this.#all);
  }
}

const fieldsOf = ({ message, timestamp }: NoReplyReminder) => ({ message, timestamp });

/** Listens for answers from now on, also to what was asked before. */
export function watchNoReplyReminders(
  rooms: AccountStores,
  account: Account,
  outbox: Outbox,
): NoReplyReminders {
  return rooms.getOrCreate(NoReplyReminders, () => new NoReplyReminders(account, outbox));
}

/** The account's one; to be asked for while a component starts. */
export function useNoReplyReminders(): NoReplyReminders {
  return watchNoReplyReminders(useAccountStores(), useAccount(), useOutbox());
}
