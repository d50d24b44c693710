import type { UserSettings } from '../../api/settings-table';

/** Where an account lands, by its setting. */
export const homeViewHref: Readonly<Record<UserSettings['web_home_view'], `/${string}`>> = {
  inbox: '/inbox',
  recent_topics: '/recent',
  all_messages: '/feed/all',
};
