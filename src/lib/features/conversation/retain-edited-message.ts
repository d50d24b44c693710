import type { Message } from '../../api/read-messages';
import { narrowIncludes, type MessageNarrow, type VisibilityPolicies } from './list/message-narrow';
import { mergeMessages } from './apply-event-to-messages';

/** Adds the message that the user edits, even if it was deleted or moved away since. */
export function retainEditedMessage(
  messages: readonly Message[],
  held: Message | undefined,
  narrow: MessageNarrow,
  policies: VisibilityPolicies,
): readonly Message[] {
  if (!held || messages.some(({ id }) => id === held.id)) return messages;
  return narrowIncludes(narrow, held, policies) ? mergeMessages(messages, [held]) : messages;
}
