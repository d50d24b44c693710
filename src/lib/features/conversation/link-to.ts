import { levelOf } from '../../api/level';
import { operatorFor } from '../../api/narrow';
import type { Message } from '../../api/read-messages';
import type { Account } from '../../client/account.svelte';
import { encoded } from '../../client/narrow-link';
import type { Toasts } from '../../ui/toasts.svelte';
import { m } from '$lib/paraglide/messages';
import { copyText } from '../../writing/copy-text';
import { recipientOf } from './messages-after';

/**
 * A link to a message that others can open, in the server's words: it leads to this app where the
 * organization has no other. https://zulip.com/help/link-to-a-message-or-conversation
 */
export function linkTo(message: Message, account: Account): string {
  const { type, to, topic } = recipientOf(message, account.user_id);
  const level = levelOf(account.state);
  const base = account.conversationsUrl ?? location.origin;
  const place =
    type === 'stream'
      ? `${operatorFor('channel', level)}/${to[0]}/topic/${encoded(topic)}`
      : `${operatorFor('dm', level)}/${[...to, account.user_id ?? 0].join(',')}-group`;
  return `${base}/#narrow/${place}/near/${message.id}`;
}

/** Into the clipboard; says what came of it. */
export async function copyLink(message: Message, account: Account, toasts: Toasts): Promise<void> {
  await copyText(linkTo(message, account), m.conversation_link_copied(), toasts);
}
