import { createChannel, subscribe } from '../../api/channels';
import type { ParamsOf } from '../../api/define';
import { hasOperation } from '../../api/level';
import { getStreamId } from '../../api/streams';
import type { Account } from '../../client/account.svelte';

/** Makes a channel, on older servers by subscribing to it; its id. Throws `AnyFailure`. */
export async function makeChannel(
  account: Account,
  params: ParamsOf<typeof createChannel>,
): Promise<number> {
  if (hasOperation(createChannel, account.state)) {
    return (await account.call(createChannel, params)).id;
  }
  const { name, description = '', subscribers, ...settings } = params;
  await account.call(subscribe, {
    subscriptions: [{ name, description }],
    principals: subscribers,
    ...settings,
  });
  return (await account.call(getStreamId, { stream: name })).stream_id;
}
