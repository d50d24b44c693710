import { isSameConversation, type MessageRecipient } from '../../writing/recipients/recipient';

/** Moves the drafts of one conversation to the front; the order is otherwise unchanged. */
export function conversationFirst(
  keys: readonly string[],
  conversation: MessageRecipient | null,
  recipientOf: (key: string) => MessageRecipient | undefined,
): readonly string[] {
  if (!conversation) return keys;
  const here = new Set(
    keys.filter((key) => {
      const recipient = recipientOf(key);
      return recipient && isSameConversation(recipient, conversation);
    }),
  );
  return here.size === 0 ? keys : [...here, ...keys.filter((key) => !here.has(key))];
}
