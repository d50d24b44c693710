import type { ParamsOf } from '../../api/define';
import type { Channel } from '../../api/channel';
import type { getStreams } from '../../api/streams';
import { m } from '$lib/paraglide/messages';

type Params = ParamsOf<typeof getStreams>;

interface Filter {
  readonly title: () => string;
  /** What the server is asked for. https://zulip.com/api/get-streams */
  readonly params: Params;
  /** Which of those it is, where the server has no word for it. */
  readonly keeps?: (channel: Channel) => boolean;
  /** Which it is of those that the account knows: shown until the server has answered. */
  readonly known?: (channel: Channel, isSubscribed: boolean) => boolean;
  /** For bots: of the person they belong to. */
  readonly ofBots?: true;
}

const none: Params = { include_public: false, include_subscribed: false };

/** What a list of channels may be of: one for each parameter of the server, and private ones. */
export const channelFilters = {
  all: {
    title: m.channels_filter_all,
    params: { include_all: true },
    known: ({ is_archived }) => is_archived !== true,
  },
  subscribed: {
    title: m.channels_filter_subscribed,
    params: { ...none, include_subscribed: true },
    known: ({ is_archived }, isSubscribed) => isSubscribed && is_archived !== true,
  },
  public: { title: m.channels_filter_public, params: { ...none, include_public: true } },
  web_public: {
    title: m.channels_filter_web_public,
    params: { ...none, include_web_public: true },
  },
  private: {
    title: m.channels_filter_private,
    params: { include_all: true },
    keeps: ({ invite_only }) => invite_only,
  },
  default: { title: m.channels_filter_default, params: { ...none, include_default: true } },
  readable: {
    title: m.channels_filter_readable,
    params: { ...none, include_can_access_content: true },
  },
  archived: {
    title: m.channels_filter_archived,
    params: { include_all: true, exclude_archived: false },
    keeps: ({ is_archived }) => is_archived === true,
  },
  owner: {
    title: m.channels_filter_owner,
    params: { ...none, include_owner_subscribed: true },
    ofBots: true,
  },
} as const satisfies Record<string, Filter>;
export type ChannelFilter = keyof typeof channelFilters;

/** As one type for all of them. */
export function filterOf(name: ChannelFilter): Filter {
  return channelFilters[name];
}
