import { conversationNarrow, senderTerm } from '../../api/narrow';
import { getMessages } from '../../api/read-messages';
import { recognizeSentMessage } from './engine/sendings';
import type { DraftSending } from './engine/draft-record';
import type { DraftApiCall } from './draft-api-call';

/** Number of the user's newest messages in the conversation to look at. */
const lookedAt = 20;

/**
 * Id of the message that a send with a lost reply created, or null if it did not arrive. Throws
 * what the API call throws.
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
    // Returns the original Markdown instead of HTML.
    apply_markdown: false,
    allow_empty_topic_name: true,
  });
  return recognizeSentMessage(sending, messages);
}
