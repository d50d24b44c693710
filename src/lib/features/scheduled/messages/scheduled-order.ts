import { foldCase } from '../../../api/fold-case';
import type { AddressedText } from '../../../writing/sending/addressed-text';
import type { ScheduledItem } from './scheduled-item';

/** Failed messages first, then by time. */
export function sortScheduled<T extends Pick<ScheduledItem, 'failed' | 'timestamp'>>(
  items: readonly T[],
): readonly T[] {
  const byTime = items.toSorted((a, b) => a.timestamp - b.timestamp);
  return [...byTime.filter(({ failed }) => failed), ...byTime.filter(({ failed }) => !failed)];
}

/** Key of a conversation, to count and filter its messages. */
export function scheduledConversationKey({ type, to, topic }: AddressedText): string {
  return type === 'stream'
    ? `channel ${to[0]} ${foldCase(topic)}`
    : `people ${[...to].sort((a, b) => a - b).join(' ')}`;
}

export interface ScheduledConversation {
  readonly key: string;
  readonly body: AddressedText;
  readonly count: number;
}

/** Conversations of the messages, those with the most messages first. */
export function scheduledConversationsOf(
  items: readonly ScheduledItem[],
): readonly ScheduledConversation[] {
  const found = new Map<string, { key: string; body: AddressedText; count: number }>();
  for (const { body } of items) {
    const key = scheduledConversationKey(body);
    const known = found.get(key);
    if (known) known.count++;
    else found.set(key, { key, body, count: 1 });
  }
  return [...found.values()].sort((a, b) => b.count - a.count);
}
