import { ApiError } from '../../api/errors';
import { getMessage } from '../../api/read-messages';
import type { Account } from '../../client/account.svelte';
import type { Recipient } from '../../writing/recipient';
import { recipientOf } from './messages-after';

/** The conversation that a message is in; null: it is deleted, or hidden from us. Throws `AnyFailure`. */
export async function whereIs(account: Account, message_id: number): Promise<Recipient | null> {
  try {
    const params = { message_id, allow_empty_topic_name: true };
    const { message } = await account.call(getMessage, params);
    return recipientOf(message, account.user_id);
  } catch (failure) {
    if (failure instanceof ApiError && failure.code === 'BAD_REQUEST') return null;
    throw failure;
  }
}
