import { inConversation, sentBy } from '../../api/narrow';
import { getMessages } from '../../api/read-messages';
import { recognise } from './engine/outbox';
import type { Sending } from './engine/record';
import type { ApiCall } from './api-call';

/** So many of one's newest messages in the conversation are looked at. */
const lookedAt = 20;

/**
 * The id of the message that a sending became whose reply was lost; null when it did not arrive.
 * Fails as the server does.
 */
export async function findSentMessage(
  call: ApiCall,
  sending: Sending,
  user_id: number,
): Promise<number | null> {
  const { messages } = await call(getMessages, {
    anchor: 'newest',
    num_before: lookedAt,
    num_after: 0,
    narrow: [...inConversation(sending.body), sentBy(user_id)],
    // As it was written, not as HTML.
    apply_markdown: false,
    allow_empty_topic_name: true,
  });
  return recognise(sending, messages);
}
