import {
  addressOf,
  isSameConversation,
  type Directory,
  type Recipient,
} from '../compose/recipient';
import type { DraftView } from './engine/view';

/** What one would search a draft by: its text, its channel and topic, its people. */
function haystack({ body }: Pick<DraftView, 'body'>, directory: Directory): string {
  const address = addressOf(body, directory);
  const words =
    address.kind === 'channel'
      ? [`#${address.channel?.name ?? ''}`, address.topic]
      : address.kind === 'people'
        ? address.people.map((user) => `@${user.full_name}`)
        : [];
  return [...words, body.content].join('\n').toLocaleLowerCase();
}

/** The drafts that have every word of the query somewhere; case does not count. */
export function search<T extends Pick<DraftView, 'body'>>(
  list: readonly T[],
  query: string,
  directory: Directory,
): readonly T[] {
  const words = query.toLocaleLowerCase().split(/\s+/u).filter(Boolean);
  if (words.length === 0) return list;
  return list.filter((draft) => {
    const text = haystack(draft, directory);
    return words.every((word) => text.includes(word));
  });
}

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
