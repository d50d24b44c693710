import type { Message } from '../../api/read-messages';
import type { Account } from '../../client/account/account.svelte';
import { fullTime, type TimeStyle } from '../../time/format-time';
import { copyRendered } from '../../ui/rendered/copy-rendered';
import { messageUrl } from './message-url';

/** Copies the selected text; across several messages it adds sender, time and link to each. */
export function copyMessages(
  event: ClipboardEvent,
  messages: readonly Message[],
  account: Account,
  style: TimeStyle,
): void {
  const of = new Map(messages.map((message) => [`message-${message.id}`, message]));
  const messageOf = (text: Element) => of.get(text.closest('[id^=message-]')?.id ?? '');
  const texts = [...document.querySelectorAll('.rendered')].filter(messageOf);
  copyRendered(event, texts, (text) => {
    const message = messageOf(text);
    if (!message) return undefined;
    return {
      name: account.user(message.sender_id)?.full_name ?? message.sender_full_name,
      time: fullTime(message.timestamp - (message.timestamp % 60), style),
      link: messageUrl(message, account),
    };
  });
}
