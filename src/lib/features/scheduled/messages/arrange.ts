import { foldCase } from '../../../api/fold-case';
import type { Body } from '../../../writing/body';
import type { Item } from './item';

/** What did not go out comes first, then by time. */
export function arranged<T extends Pick<Item, 'failed' | 'timestamp'>>(
  items: readonly T[],
): readonly T[] {
  const byTime = items.toSorted((a, b) => a.timestamp - b.timestamp);
  return [...byTime.filter(({ failed }) => failed), ...byTime.filter(({ failed }) => !failed)];
}

/** Names a conversation, so that its messages can be counted and shown alone. */
export function conversationKey({ type, to, topic }: Body): string {
  return type === 'stream'
    ? `channel ${to[0]} ${foldCase(topic)}`
    : `people ${[...to].sort((a, b) => a - b).join(' ')}`;
}

export interface Conversation {
  readonly key: string;
  readonly body: Body;
  readonly count: number;
}

/** The conversations that messages go to, those with the most first. */
export function conversationsOf(items: readonly Item[]): readonly Conversation[] {
  const found = new Map<string, { key: string; body: Body; count: number }>();
  for (const { body } of items) {
    const key = conversationKey(body);
    const known = found.get(key);
    if (known) known.count++;
    else found.set(key, { key, body, count: 1 });
  }
  return [...found.values()].sort((a, b) => b.count - a.count);
}
