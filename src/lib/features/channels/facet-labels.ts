import { m } from '$lib/paraglide/messages';
import { formatCount } from '../../ui/format-count';
import type { FacetName, FlagName, ChannelScope, ChannelSort } from './channel-list-options';
import { minBusyTraffic, minLargeSubscribers, minMediumSubscribers } from './facets';

export const channelScopeLabels: Readonly<Record<ChannelScope, () => string>> = {
  subscribed: m.directory_show_subscribed,
  all: m.directory_show_all,
  archived: m.directory_show_archived,
};

export const channelSortLabels: Readonly<Record<ChannelSort, () => string>> = {
  name: m.directory_sort_name,
  traffic: m.directory_sort_traffic,
  people: m.directory_sort_people,
  active: m.directory_sort_active,
  newest: m.directory_sort_newest,
};

export const facetLabels: Readonly<Record<FacetName, () => string>> = {
  folder: m.directory_facet_folder,
  privacy: m.directory_facet_privacy,
  activity: m.directory_facet_activity,
  traffic: m.directory_facet_traffic,
  size: m.directory_facet_size,
};

/** In display order. Folders have their own names. */
export const facetValueLabels: Readonly<
  Record<Exclude<FacetName, 'folder'>, Readonly<Record<string, () => string>>>
> = {
  privacy: {
    public: m.directory_value_public,
    private: m.directory_value_private,
    web: m.directory_value_web,
  },
  activity: { active: m.directory_value_active, inactive: m.directory_value_inactive },
  traffic: {
    busy: () => m.directory_value_busy({ count: formatCount(minBusyTraffic) }),
    some: () => m.directory_value_some({ count: formatCount(minBusyTraffic - 1) }),
    quiet: m.directory_value_quiet,
    new: m.directory_value_new,
  },
  size: {
    large: () => m.directory_value_large({ count: formatCount(minLargeSubscribers) }),
    middle: () =>
      m.directory_value_middle({
        least: formatCount(minMediumSubscribers),
        most: formatCount(minLargeSubscribers - 1),
      }),
    small: () => m.directory_value_small({ count: formatCount(minMediumSubscribers) }),
  },
};

export const channelFlagLabels: Readonly<Record<FlagName, () => string>> = {
  outside: m.directory_flag_outside,
  pinned: m.directory_flag_pinned,
  muted: m.directory_flag_muted,
  post: m.directory_flag_post,
  readable: m.directory_flag_readable,
  admin: m.directory_flag_admin,
  created: m.directory_flag_created,
  default: m.directory_flag_default,
  owner: m.directory_flag_owner,
};
