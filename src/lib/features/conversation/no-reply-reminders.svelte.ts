import { untrack } from 'svelte';
import * as v from 'valibot';
import type { ServerEvent } from '../../api/event-types';
import { conversationNarrow } from '../../api/narrow';
import { getMessages, type Message } from '../../api/read-messages';
import type { Account } from '../../client/account/account.svelte';
import { AccountValue } from '../../client/storage/account-value.svelte';
import type { Outbox } from '../../client/outbox/outbox.svelte';
import { accountStore } from '../../client/account/account-stores.svelte';
import { isSameConversation } from '../../writing/recipients/recipient';
import { movedMessagesOf } from './apply-message-event';
import { recipientOfMessage } from './apply-event-to-messages';

/** Beyond this number, the oldest are dropped. */
const maxReminders = 50;
/** Number of messages after the user's own that are searched for a reply. */
const looked = 50;

const schema = v.array(
  v.object({
    /** Id of the user's message. */
    message: v.number(),
    /** Time of the reminder in UNIX seconds. */
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
 * Reminders about the user's own messages that get no reply: a reminder is set, and deleted when
 * someone else writes in the conversation. The list is stored on this device. A reply that arrives
 * while the app is closed is found when it opens again; otherwise the user gets a needless
 * reminder.
 */
export class NoReplyReminders {
  readonly #stored: AccountValue<readonly NoReplyReminder[]>;
  /** Outbox row of each message, because the list of reminders can lag behind. */
  readonly #rows = new Map<number, number>();

  constructor(
    private readonly account: Account,
    private readonly outbox: Outbox,
  ) {
    this.#stored = new AccountValue<readonly NoReplyReminder[]>(
      account.id,
      'unanswered',
      schema,
      [],
    );
    $effect(() => {
      const stops = [
        this.#stored.follow(),
        account.onState(() => this.#all.forEach((one) => void this.#look(one))),
        account.onEvents(['message', 'update_message'], (events) =>
          events.forEach((event) => this.#hear(event)),
        ),
      ];
      return () => stops.forEach((stop) => stop());
    });
  }

  /**
   * Reminds the user at that time (UNIX seconds) unless someone replies first. Call the result to
   * cancel.
   */
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
    // Someone might have replied already.
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

  /**
   * Checks for replies that arrived while the app was closed. If the request fails, the reminder
   * stays.
   */
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

  get #all(): readonly NoReplyReminder[] {
    return untrack(() => this.#stored.current);
  }

  #keep(all: readonly NoReplyReminder[]): void {
    const now = Date.now() / 1000;
    this.#stored.set(all.filter(({ timestamp }) => timestamp > now).slice(-maxReminders));
  }
}

const fieldsOf = ({ message, timestamp }: NoReplyReminder) => ({ message, timestamp });

/** Watches for replies from its first use on, also for reminders set earlier. */
export const useNoReplyReminders = accountStore(
  ({ account, outbox }) => new NoReplyReminders(account, outbox),
);
