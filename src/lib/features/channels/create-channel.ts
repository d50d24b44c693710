import { createChannel, getStreamById, subscribe } from '../../api/channels';
import type { ParamsOf } from '../../api/define';
import { ApiError } from '../../api/errors';
import { hasOperation } from '../../api/level';
import type { Channel } from '../../api/channel';
import { getStreamId } from '../../api/streams';
import type { Account } from '../../client/account.svelte';

/**
 * Makes a channel, once: where the reply to an earlier try was lost (`doubtful`: the name that it had)
 * and one of that name is there now, made by oneself, it is that. Its id. Throws `AnyFailure`.
 */
export async function makeChannel(
  account: Account,
  params: ParamsOf<typeof createChannel>,
  doubtful: string | undefined,
): Promise<number> {
  try {
    return await make(account, params);
  } catch (failure) {
    const isTaken = failure instanceof ApiError && failure.code === 'CHANNEL_ALREADY_EXISTS';
    if (!isTaken || doubtful !== params.name) throw failure;
    const { stream_id } = await account.call(getStreamId, { stream: params.name });
    const { stream } = await account.call(getStreamById, { stream_id });
    if (stream.creator_id !== account.user_id) throw failure;
    return stream_id;
  }
}

/** On older servers by subscribing to it. */
async function make(account: Account, params: ParamsOf<typeof createChannel>): Promise<number> {
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

/** Where the organization tells of new channels; undefined where it does not, or not to this person. */
export function announcementsOf({
  state,
  channels,
}: Pick<Account, 'state' | 'channels'>): Channel | undefined {
  const stream_id = (state as Readonly<Record<string, unknown>> | null)?.[
    'realm_new_stream_announcements_stream_id'
  ];
  return typeof stream_id === 'number' ? channels.get(stream_id) : undefined;
}
