import { isSameConversation, type Recipient } from '../../writing/recipient';
import type { DraftView } from './engine/view';

/** Those of one conversation first, else in the order they have. */
export function conversationFirst(
  list: readonly DraftView[],
  conversation: Recipient | null,
): readonly DraftView[] {
  if (!conversation) return list;
  const here = list.filter((draft) => isSameConversation(draft.body, conversation));
  if (here.length === 0) return list;
  const set = new Set(here);
  return [...here, ...list.filter((draft) => !set.has(draft))];
}
