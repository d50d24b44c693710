import { m } from '$lib/paraglide/messages';
import type { Message } from '../../api/read-messages';
import type { Account } from '../../client/account/account.svelte';
import { fenceAround } from '../../writing/message-text/fence';
import { messageUrl } from './message-url';

/** Who said it, and where: a line of Markdown that leads there and tells nobody. */
export function attributionOf(message: Message, account: Account): string {
  const { sender_id, sender_full_name } = message;
  const name = account.user(sender_id)?.full_name ?? sender_full_name;
  return m.conversation_quote_said({
    name: `@_**${name}|${sender_id}**`,
    link: messageUrl(message, account),
  });
}

/** A message's Markdown, or a part of it, as others quote it. https://zulip.com/help/quote-or-forward-a-message */
export function quoteOf(message: Message, markdown: string, account: Account): string {
  const fence = fenceAround(markdown);
  return `${attributionOf(message, account)}:\n${fence}quote\n${markdown}\n${fence}`;
}
