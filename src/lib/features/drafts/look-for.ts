import type { NarrowTerm } from '../../api/narrow';
import { getMessages } from '../../api/read-messages';
import type { Body } from './engine/body';
import { recognise } from './engine/outbox';
import type { Sending } from './engine/record';
import type { ApiCall } from './transport';

/** So many of one's newest messages in the conversation are looked at. */
const lookedAt = 20;

/** The id of the message that a sending became whose reply was lost; null when it did not arrive. */
export async function lookFor(call: ApiCall, sending: Sending): Promise<number | null> {
  const { messages } = await call(getMessages, {
    anchor: 'newest',
    num_before: lookedAt,
    num_after: 0,
    narrow: [...conversationOf(sending.body), { operator: 'sender', operand: 'me' }],
    // As it was written, not as HTML.
    apply_markdown: false,
    allow_empty_topic_name: true,
  });
  return recognise(sending, messages);
}

function conversationOf({ type, to, topic }: Body): NarrowTerm[] {
  if (type !== 'stream') return [{ operator: 'dm', operand: [...to] }];
  const channel = { operator: 'channel', operand: to[0] ?? 0 };
  const name = topic.trim();
  return [channel, { operator: 'topic', operand: name === '(no topic)' ? '' : name }];
}
