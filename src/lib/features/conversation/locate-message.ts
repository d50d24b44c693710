import { ApiError } from '../../api/errors';
import { getMessage } from '../../api/read-messages';
import type { Account } from '../../client/account/account.svelte';
import type { MessageRecipient } from '../../writing/recipients/recipient';
import { recipientOfMessage } from './apply-event-to-messages';

/**
 * The conversation of a message; null if it is deleted or hidden from the user. Throws
 * `AnyFailure`.
 */
export async function locateMessage(
  account: Account,
  message_id: number,
): Promise<MessageRecipient | null> {
  try {
    const params = { message_id, allow_empty_topic_name: true };
    const { message } = await account.call(getMessage, params);
    return recipientOfMessage(message, account.user_id);
  } catch (failure) {
    if (failure instanceof ApiError && failure.code === 'BAD_REQUEST') return null;
    throw failure;
  }
}
