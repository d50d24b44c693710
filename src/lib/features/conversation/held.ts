import type { Message } from '../../api/read-messages';
import { holds, type Narrow, type Wishes } from './list/narrow';
import { withMessages } from './messages-after';

/** With the message that somebody is writing on, also when it was deleted or moved away meanwhile. */
export function withHeld(
  messages: readonly Message[],
  held: Message | undefined,
  narrow: Narrow,
  wishes: Wishes,
): readonly Message[] {
  if (!held || messages.some(({ id }) => id === held.id)) return messages;
  return holds(narrow, held, wishes) ? withMessages(messages, [held]) : messages;
}
