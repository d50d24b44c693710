import { conversationNarrow, senderTerm } from '../../api/narrow';
import { getMessages } from '../../api/read-messages';
import { recognizeSentMessage } from './engine/sendings';
import type { DraftSending } from './engine/draft-record';
import type { DraftApiCall } from './draft-api-call';

/** So many of one's newest messages in the conversation are looked at. */
const lookedAt = 20;

/**
 * The id of the message that a sending became whose reply was lost; null when it did not arrive.
 * Fails as the server does.
 */
export async function findSentMessage(
  call: DraftApiCall,
  sending: DraftSending,
  user_id: number,
): Promise<number | null> {
  const { messages } = await call(getMessages, {
    anchor: 'newest',
    num_before: lookedAt,
    num_after: 0,
    narrow: [...conversationNarrow(sending.body), senderTerm(user_id)],
    // As it was written, not as HTML.
    apply_markdown: false,
    allow_empty_topic_name: true,
  });
  return recognizeSentMessage(sending, messages);
}
