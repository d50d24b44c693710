import { isSameConversation, type MessageRecipient } from '../../writing/recipients/recipient';
import type { DraftView } from './engine/draft-view';

/** Moves the drafts of one conversation to the front; the order is otherwise unchanged. */
export function conversationFirst(
  list: readonly DraftView[],
  conversation: MessageRecipient | null,
): readonly DraftView[] {
  if (!conversation) return list;
  const here = list.filter((draft) => isSameConversation(draft.body, conversation));
  if (here.length === 0) return list;
  const set = new Set(here);
  return [...here, ...list.filter((draft) => !set.has(draft))];
}
