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

/** The making of one channel: however often it is tried, it is made once. */
export class ChannelCreator {
  /** The name with which it went out, as long as it is not known what came of it. */
  #sent: string | undefined;

  constructor(private readonly account: Account) {}

  /**
   * Where the reply to an earlier try was lost and one of that name is there now, made by oneself, it
   * is that. Throws `AnyFailure`.
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
    const { stream_post_policy: _older, ...told } = params;
    this.#sent = params.name;
    const { id, ...rest } = await this.account.call(createChannel, told);
    return { stream_id: id, ...rest };
  }

  /** As older servers make one; it would do as well for one that is there: that is refused. */
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

  /** Before level 254 nobody says who made it: then it is one's own where one is in it. */
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

/** Where the organization tells of new channels; undefined where it does not, or not to this person. */
export function announcementChannelOf({
  state,
  channels,
}: Pick<Account, 'state' | 'channels'>): Channel | undefined {
  const stream_id = (state as Readonly<Record<string, unknown>> | null)?.[
    'realm_new_stream_announcements_stream_id'
  ];
  return typeof stream_id === 'number' ? channels.get(stream_id) : undefined;
}
