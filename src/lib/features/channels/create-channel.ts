import { createChannel, getStreamById, subscribe } from '../../api/channels';
import { ApiError } from '../../api/errors';
import type { IgnoredParameters } from '../../api/ignored-parameters';
import { hasOperation } from '../../api/feature-level';
import type { Channel } from '../../api/channel';
import { getStreamId } from '../../api/streams';
import type { Account } from '../../client/account/account.svelte';
import type { NewChannelParams } from './channel-form-values';

interface CreatedChannel extends IgnoredParameters {
  readonly stream_id: number;
}

/** Creates one channel, only once, no matter how often it is retried. */
export class ChannelCreator {
  /** Name of a create call whose outcome is unknown. */
  #sent: string | undefined;

  constructor(private readonly account: Account) {}

  /**
   * If the reply to an earlier try was lost and the user now has a channel of that name, returns
   * that one. Throws `AnyFailure`.
   */
  async create(params: NewChannelParams): Promise<CreatedChannel> {
    const isDoubtful = this.#sent === params.name;
    try {
      return await this.#make(params);
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      const isTaken = failure.code === 'CHANNEL_ALREADY_EXISTS';
      const stream_id = isTaken && isDoubtful ? await this.#own(params.name) : undefined;
      this.#sent = undefined;
      if (stream_id === undefined) throw failure;
      return { stream_id };
    }
  }

  async #make(params: NewChannelParams): Promise<CreatedChannel> {
    if (!hasOperation(createChannel, this.account.state)) return this.#subscribe(params);
    const { stream_post_policy: _older, ...supported } = params;
    this.#sent = params.name;
    const { id, ...rest } = await this.account.call(createChannel, supported);
    return { stream_id: id, ...rest };
  }

  /**
   * Creates a channel on older servers by subscribing. That would also subscribe to an existing
   * channel, so it is refused if one exists.
   */
  async #subscribe(params: NewChannelParams): Promise<CreatedChannel> {
    const { name, description = '', subscribers, ...settings } = params;
    if (await isThere(this.account, name)) {
      throw new ApiError(subscribe.id, 409, 'CHANNEL_ALREADY_EXISTS', `'${name}' exists`, {});
    }
    this.#sent = name;
    const { ignored_parameters_unsupported } = await this.account.call(subscribe, {
      subscriptions: [{ name, description }],
      principals: subscribers,
      ...settings,
    });
    const { stream_id } = await this.account.call(getStreamId, { stream: name });
    return { stream_id, ignored_parameters_unsupported };
  }

  /**
   * Before level 254, the creator is unknown: then the channel counts as the user's own if the user
   * is subscribed.
   */
  async #own(name: string): Promise<number | undefined> {
    const { account } = this;
    const { stream_id } = await account.call(getStreamId, { stream: name });
    const { stream } = await account.call(getStreamById, { stream_id });
    const isOwn =
      stream.creator_id === undefined
        ? account.subscriptions.has(stream_id)
        : stream.creator_id === account.user_id;
    return isOwn ? stream_id : undefined;
  }
}

async function isThere(account: Account, stream: string): Promise<boolean> {
  try {
    await account.call(getStreamId, { stream });
    return true;
  } catch (failure) {
    if (failure instanceof ApiError && failure.status === 400) return false;
    throw failure;
  }
}

/**
 * Channel in which the organization announces new channels. Undefined if there is none or the user
 * can't see it.
 */
export function announcementChannelOf({
  state,
  channels,
}: Pick<Account, 'state' | 'channels'>): Channel | undefined {
  const stream_id = (state as Readonly<Record<string, unknown>> | null)?.[
    'realm_new_stream_announcements_stream_id'
  ];
  return typeof stream_id === 'number' ? channels.get(stream_id) : undefined;
}
