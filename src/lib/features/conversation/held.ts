import type { Message } from '../../api/read-messages';
import { isSameConversation, type Recipient } from '../../writing/recipient';
import { recipientOf, withMessages } from './messages-after';

/** With the message that somebody is writing on, also when it was deleted or moved away meanwhile. */
export function withHeld(
  messages: readonly Message[],
  held: Message | undefined,
  conversation: Recipient,
  own: number | undefined,
): readonly Message[] {
  if (!held || messages.some(({ id }) => id === held.id)) return messages;
  if (!isSameConversation(recipientOf(held, own), conversation)) return messages;
  return withMessages(messages, [held]);
}
