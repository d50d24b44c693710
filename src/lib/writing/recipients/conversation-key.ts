import { foldCase } from '../../api/fold-case';
import type { Message } from '../../api/read-messages';
import type { RegisterState } from '../../api/register';
import { canonicalTopic } from '../../api/topic';
import type { MessageRecipient } from './recipient';

/** The conversation of a message: without the user's own id, except for notes to self. */
export function recipientOfMessage(message: Message, own: number | undefined): MessageRecipient {
  const { type, stream_id, subject: topic, display_recipient } = message;
  if (type === 'stream') return { type, to: stream_id === undefined ? [] : [stream_id], topic };
  const all = typeof display_recipient === 'string' ? [] : display_recipient.map(({ id }) => id);
  const others = all.filter((id) => id !== own);
  return { type: 'private', to: others.length > 0 ? others : all, topic: '' };
}

/** The same string for all recipients of one conversation. */
export function conversationKey({ type, to, topic }: MessageRecipient): string {
  return type === 'stream'
    ? `${to[0]} ${foldCase(canonicalTopic(topic))}`
    : `dm ${[...to].sort((a, b) => a - b).join(',')}`;
}

export function conversationKeysOf(all: readonly MessageRecipient[]): ReadonlySet<string> {
  return new Set(all.filter(({ to }) => to.length > 0).map(conversationKey));
}

export function scheduledConversationKeys(
  all: RegisterState['scheduled_messages'] = [],
): ReadonlySet<string> {
  return conversationKeysOf(
    all.map((one) => ({
      type: one.type,
      to: typeof one.to === 'number' ? [one.to] : one.to,
      topic: 'topic' in one ? (one.topic ?? '') : '',
    })),
  );
}
