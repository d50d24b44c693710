import { m } from '$lib/paraglide/messages';
import type { Account } from '../../client/account/account.svelte';
import { timeStyleOf } from '../../time/time-style';
import type { RecipientDirectory, MessageRecipient } from '../../writing/recipients/recipient';
import { recipientLabel } from '../../writing/recipients/recipient-label';
import { messageOneLine } from '../../writing/message-text/message-lines';

/** The parts of a message that a notification shows. */
export interface NotifiedMessage {
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
export function notificationText(
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

/** Number of conversations named in a summary. */
const maxNamedConversations = 3;

/** Summary of messages that arrived during quiet hours. */
export function digestText(
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
