import { levelOf } from '../../api/feature-level';
import { operatorFor } from '../../api/narrow';
import type { Message } from '../../api/read-messages';
import type { Account } from '../../client/account/account.svelte';
import { encodeHashPart } from '../../client/navigation/narrow-link';
import { recipientOfMessage } from './apply-event-to-messages';

/**
 * A link to a message that works for others, with the server's operators. Points to this app if the
 * organization has no other address. https://zulip.com/help/link-to-a-message-or-conversation
 */
export function messageUrl(message: Message, account: Account): string {
  const { type, to, topic } = recipientOfMessage(message, account.user_id);
  const level = levelOf(account.state);
  const base = account.conversationsUrl ?? location.origin;
  const place =
    type === 'stream'
      ? `${operatorFor('channel', level)}/${to[0]}/topic/${encodeHashPart(topic)}`
      : `${operatorFor('dm', level)}/${[...to, account.user_id ?? 0].join(',')}-group`;
  return `${base}/#narrow/${place}/near/${message.id}`;
}
