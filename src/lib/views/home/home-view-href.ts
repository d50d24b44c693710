import type { UserSettings } from '../../api/settings-table';

/** Path of the home view, by the account's setting. */
export const homeViewHref: Readonly<Record<UserSettings['web_home_view'], `/${string}`>> = {
  inbox: '/inbox',
  recent_topics: '/recent',
  all_messages: '/feed/all',
};
