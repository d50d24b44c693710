import type { Message } from '../../api/read-messages';
import { narrowIncludes, type MessageNarrow, type VisibilityPolicies } from './list/message-narrow';
import { mergeMessages } from './apply-event-to-messages';

/** With the message that somebody is writing on, also when it was deleted or moved away meanwhile. */
export function retainEditedMessage(
  messages: readonly Message[],
  held: Message | undefined,
  narrow: MessageNarrow,
  wishes: VisibilityPolicies,
): readonly Message[] {
  if (!held || messages.some(({ id }) => id === held.id)) return messages;
  return narrowIncludes(narrow, held, wishes) ? mergeMessages(messages, [held]) : messages;
}
