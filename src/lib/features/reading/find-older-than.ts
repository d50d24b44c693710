import { getMessages } from '../../api/read-messages';
import type { Account } from '../../client/account/account.svelte';

/**
 * Those of the messages (ascending ids) that were sent before `time`, in UNIX seconds. Binary
 * search with one request per step, since newer messages have higher ids. Throws `AnyFailure`.
 */
export async function findOlderThan(
  ids: readonly number[],
  time: number,
  account: Pick<Account, 'call'>,
): Promise<readonly number[]> {
  let old = 0;
  let young = ids.length;
  while (old < young) {
    const middle = (old + young) >>> 1;
    const { messages } = await account.call(getMessages, {
      ...{ anchor: String(ids[middle]), num_before: 0, num_after: 1, narrow: [] },
      ...{ client_gravatar: true, apply_markdown: true, allow_empty_topic_name: true },
    });
    const [found] = messages;
    if (found && found.timestamp < time) old = middle + 1;
    else young = middle;
  }
  return ids.slice(0, old);
}
