import { untrack } from 'svelte';
import * as v from 'valibot';
import type { EventOf, ServerEvent } from '../../api/event-types';
import type { Account } from '../../client/account/account.svelte';
import { setLongTimeout } from '../../client/set-long-timeout';
import { conversationHref } from '../../client/navigation/conversation-address';
import { readAccountStorageAs, writeAccountStorage } from '../../client/storage/account-storage';
import { conversationKey, recipientOfMessage } from '../../writing/recipients/conversation-key';
import type { MessageRecipient, RecipientDirectory } from '../../writing/recipients/recipient';
import type { LiveUnread } from '../../writing/unread/live-unread.svelte';
import type { BrowserNotifications } from './browser-notifications.svelte';
import type { NotificationTabs } from './notification-tabs';
import type { NotificationHandle, showNotification } from './show-notification';
import { m } from '$lib/paraglide/messages';
import { timeStyleOf } from '../../time/time-style';
import { recipientLabel } from '../../writing/recipients/recipient-label';
import { messageOneLine } from '../../writing/message-text/message-lines';
import type { Message } from '../../api/read-messages';
import type { SettingName, UserSettings } from '../../api/settings-table';
import type { Subscription } from '../../api/channel';
import { topicVisibilityPolicy } from '../../api/user-topic';

/** Account data that the rules need. */
interface NotificationContext {
  readonly own: number | undefined;
  readonly setting: <K extends SettingName>(name: K) => UserSettings[K] | undefined;
  readonly subscription: (stream_id: number) => Subscription | undefined;
  /** Policy of the topic, a `topicVisibilityPolicy` value. */
  readonly policy: (stream_id: number, topic: string) => number;
  readonly isMutedPerson: (user_id: number) => boolean;
}

/** How to notify about a new message. */
interface NotificationDecision {
  readonly desktop: boolean;
  readonly sound: boolean;
}

const silence: NotificationDecision = { desktop: false, sound: false };

/**
 * Applies the account's settings like the official clients: a personal mention notifies even in a
 * muted conversation, but not if the sender is muted.
 * https://zulip.com/help/desktop-notifications https://zulip.com/help/mute-a-topic
 */
export function decideNotification(
  { sender_id }: Pick<Message, 'sender_id'>,
  flags: readonly string[],
  { type, to, topic }: MessageRecipient,
  source: NotificationContext,
): NotificationDecision {
  const { own, setting, subscription, policy, isMutedPerson } = source;
  if (sender_id === own || flags.includes('read') || isMutedPerson(sender_id)) return silence;
  const toMe = {
    desktop: setting('enable_desktop_notifications') ?? true,
    sound: setting('enable_sounds') ?? true,
  };
  if (type !== 'stream' || flags.includes('mentioned')) return toMe;
  const [stream_id = 0] = to;
  const channel = subscription(stream_id);
  const visibility = policy(stream_id, topic);
  const isFollowed = visibility === topicVisibilityPolicy.followed;
  const isMuted =
    visibility === topicVisibilityPolicy.muted ||
    (visibility === topicVisibilityPolicy.none && (channel?.is_muted ?? false));
  if (isMuted && !isFollowed) return silence;
  const wildcard = wildcards.some((flag) => flags.includes(flag));
  const isCalled =
    (wildcard &&
      ((channel?.wildcard_mentions_notify ?? setting('wildcard_mentions_notify') ?? true) ||
        (isFollowed && setting('enable_followed_topic_wildcard_mentions_notify') !== false))) ||
    flags.includes('has_alert_word');
  if (isCalled) return toMe;
  return {
    desktop:
      (isFollowed && setting('enable_followed_topic_desktop_notifications') !== false) ||
      (channel?.desktop_notifications ?? setting('enable_stream_desktop_notifications') ?? false),
    sound:
      (isFollowed && setting('enable_followed_topic_audible_notifications') !== false) ||
      (channel?.audible_notifications ?? setting('enable_stream_audible_notifications') ?? false),
  };
}

/** Older servers only send the last one. */
const wildcards = ['stream_wildcard_mentioned', 'topic_wildcard_mentioned', 'wildcard_mentioned'];

/** The parts of a message that a notification shows. */
interface NotifiedMessage {
  readonly id: number;
  readonly sender_id: number;
  readonly name: string;
  /** The message's text as HTML. */
  readonly content: string;
}

type Reader = RecipientDirectory & Pick<Account, 'user' | 'setting'>;

/**
 * For example "Ana (#design › logo)" and "The new one … (+3)". Text of direct messages only if the
 * setting allows it.
 */
function notificationText(
  recipient: MessageRecipient,
  messages: readonly NotifiedMessage[],
  account: Reader,
) {
  const last = messages.at(-1);
  const name = account.user(last?.sender_id)?.full_name ?? last?.name ?? '';
  const isDirect = recipient.type !== 'stream';
  const isAlone = isDirect && recipient.to.length === 1;
  const title = isAlone
    ? name
    : m.notices_title({ name, place: recipientLabel(recipient, account) });
  const isHidden = isDirect && account.setting('pm_content_in_desktop_notifications') === false;
  const text =
    isHidden || !last
      ? m.notices_hidden()
      : messageOneLine(last.content, timeStyleOf(account)) || m.notices_picture();
  const more = messages.length - 1;
  return { title, body: more > 0 ? m.notices_more({ text, count: more }) : text };
}

const maxNamedConversations = 3;

/** Summary of messages that arrived during a pause or quiet hours. */
function digestText(
  conversations: readonly { readonly recipient: MessageRecipient; readonly count: number }[],
  account: Reader,
) {
  const count = conversations.reduce((sum, one) => sum + one.count, 0);
  const places = conversations
    .slice(0, maxNamedConversations)
    .map((one) => `${recipientLabel(one.recipient, account)} (${one.count})`);
  const more = conversations.length - maxNamedConversations;
  const all = more > 0 ? [...places, m.notices_digest_more({ count: more })] : places;
  return { title: m.notices_digest({ count }), body: all.join('\n') };
}

export interface NotifierPorts {
  readonly account: Account;
  readonly unread: LiveUnread;
  readonly device: BrowserNotifications;
  readonly tabs: Pick<NotificationTabs, 'isLeader' | 'isVisibleInAnyTab' | 'stop'>;
  readonly show: typeof showNotification;
  readonly play: (sound: string) => void;
  /** Brings this tab to the front and opens the page. */
  readonly open: (href: string) => void;
  readonly markRead: (messages: readonly number[]) => void;
  /**
   * Called when there is something to notify about and the user hasn't granted or denied permission
   * yet.
   */
  readonly offerPermission: () => void;
}

/** The messages one conversation has notified about that are still unread. */
interface ConversationAlert {
  readonly recipient: MessageRecipient;
  messages: readonly NotifiedMessage[];
  handle: NotificationHandle | undefined;
}

const heldName = 'quiet-held';
/** Maximum number of messages held back during a pause or quiet hours. */
const maxHeldMessages = 1000;
/** Maximum number of messages that the notification of a conversation keeps. */
const maxMessagesInAlert = 100;

/**
 * Shows one notification per conversation and closes it once the conversation is read on any
 * device. During quiet hours it collects messages and shows a single summary afterward. Create it
 * where effects can run.
 */
export class MessageNotifier {
  readonly #ports: NotifierPorts;
  readonly #calls = new Map<string, ConversationAlert>();
  #digest:
    | { readonly ids: ReadonlySet<number>; readonly handle: NotificationHandle | undefined }
    | undefined;
  #stopTimer: (() => void) | undefined;

  constructor(ports: NotifierPorts) {
    this.#ports = ports;
    $effect(() => {
      const stop = untrack(() =>
        ports.account.onEvents(['message', 'update_message', 'delete_message'], (events) =>
          events.forEach((event) => this.#hear(event)),
        ),
      );
      return () => {
        stop();
        this.#stopTimer?.();
        ports.tabs.stop();
        for (const { handle } of this.#calls.values()) handle?.close();
        this.#digest?.handle?.close();
      };
    });
    $effect(() => {
      void ports.unread.conversations;
      if (ports.unread.isKnown) untrack(() => this.#close());
    });
    $effect(() => {
      void [ports.device.quiet, ports.device.pausedUntil, ports.unread.isKnown];
      untrack(() => this.#awaitEnd());
    });
  }

  #hear(event: ServerEvent): void {
    if (event.kind === 'message') this.#call(event);
    else if (event.kind === 'update_message') this.#edit(event);
    else if (event.kind === 'delete_message') {
      const { message_ids, message_id } = event;
      this.#forget((id) => id === message_id || message_ids.includes(id));
    }
  }

  #call({ message, flags }: EventOf<'message'>): void {
    const { account, unread, device, tabs, play, offerPermission: askFirst } = this.#ports;
    const recipient = recipientOfMessage({ ...message, flags }, account.user_id);
    const key = conversationKey(recipient);
    const muted = new Set(account.state?.muted_users?.map(({ id }) => id));
    const { desktop, sound } = decideNotification(message, flags, recipient, {
      own: account.user_id,
      setting: (name) => account.setting(name),
      subscription: (id) => account.subscriptions.get(id),
      policy: (stream_id, topic) => unread.priorities.policy(stream_id, topic),
      isMutedPerson: (id) => muted.has(id),
    });
    this.#awaitEnd();
    if (!tabs.isLeader || (!desktop && !sound) || tabs.isVisibleInAnyTab(key)) return;
    if (device.quietUntil(new Date()) !== undefined) {
      if (desktop) this.#hold([...this.#held(), message.id]);
      return;
    }
    if (sound) play(account.setting('notification_sound') ?? 'zulip');
    if (!desktop) return;
    if (device.permission === 'default') askFirst();
    const call = this.#calls.get(key) ?? { recipient, messages: [], handle: undefined };
    const { id, sender_id, sender_full_name: name, content } = message;
    call.messages = [...call.messages, { id, sender_id, name, content }].slice(-maxMessagesInAlert);
    this.#calls.set(key, call);
    this.#show(key, call, false);
  }

  /** Updates the text silently. */
  #edit({ message_id, rendered_content }: EventOf<'update_message'>): void {
    if (message_id === undefined || rendered_content === undefined) return;
    for (const [key, call] of this.#calls) {
      if (!call.messages.some(({ id }) => id === message_id)) continue;
      call.messages = call.messages.map((one) =>
        one.id === message_id ? { ...one, content: rendered_content } : one,
      );
      if (call.messages.at(-1)?.id === message_id) this.#show(key, call, true);
    }
  }

  #show(key: string, call: ConversationAlert, silent: boolean): void {
    const { account, device, show, open, markRead } = this.#ports;
    if (device.permission !== 'granted') return;
    const { title, body } = notificationText(call.recipient, call.messages, account);
    const [first] = call.messages;
    const href = conversationHref(call.recipient, first?.id) ?? '/inbox';
    call.handle = show(
      title,
      { body, tag: `${account.id} ${key}`, silent },
      {
        href,
        open: () => open(href),
        read: () => markRead(call.messages.map(({ id }) => id)),
      },
    );
  }

  /** Closes notifications of messages that were read here or elsewhere. */
  #close(): void {
    if (this.#calls.size === 0 && !this.#digest) return;
    const { byKey, conversations } = this.#ports.unread;
    const unread = new Set([...this.#calls.keys()].flatMap((key) => byKey.get(key)?.ids ?? []));
    this.#forget((id) => !unread.has(id));
    const digest = this.#digest;
    if (digest && !conversations.some(({ ids }) => ids.some((id) => digest.ids.has(id)))) {
      digest.handle?.close();
      this.#digest = undefined;
    }
  }

  #forget(isDone: (id: number) => boolean): void {
    for (const [key, call] of this.#calls) {
      const left = call.messages.filter(({ id }) => !isDone(id));
      if (left.length === call.messages.length) continue;
      call.messages = left;
      if (left.length > 0) continue;
      call.handle?.close();
      this.#calls.delete(key);
    }
  }

  /** Ids of messages held back during a pause or quiet hours, shared by all tabs. */
  #held(): readonly number[] {
    return readAccountStorageAs(this.#ports.account.id, heldName, v.array(v.number())) ?? [];
  }

  #hold(ids: readonly number[]): void {
    writeAccountStorage(this.#ports.account.id, heldName, ids.slice(-maxHeldMessages));
  }

  #awaitEnd(): void {
    this.#stopTimer?.();
    const now = new Date();
    const end = this.#ports.device.quietUntil(now);
    if (end === undefined && this.#held().length === 0) return;
    this.#stopTimer = setLongTimeout((end ?? now.getTime()) - now.getTime(), () =>
      this.#tellHeld(),
    );
  }

  /** Shows one summary of all held messages that are still unread. */
  #tellHeld(): void {
    const { account, unread, tabs, show, open, device } = this.#ports;
    if (device.quietUntil(new Date()) !== undefined) return this.#awaitEnd();
    const held = new Set(this.#held());
    if (!tabs.isLeader || !unread.isKnown || held.size === 0) return;
    const conversations = unread.conversations.flatMap(({ recipient, ids }) => {
      const count = ids.filter((id) => held.has(id)).length;
      return count > 0 ? [{ recipient, count }] : [];
    });
    this.#hold([]);
    if (conversations.length === 0 || device.permission !== 'granted') return;
    const { title, body } = digestText(conversations, account);
    const options = { body, tag: `${account.id} quiet`, silent: false };
    const runs = { href: '/inbox', open: () => open('/inbox') };
    this.#digest = { ids: held, handle: show(title, options, runs) };
  }
}
