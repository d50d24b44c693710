/**
 * Pages of the reference app that exist here, by the first word of their hash. The source is its
 * router: https://github.com/zulip/zulip/blob/main/web/src/hashchange.ts, `hash_parser.ts` and
 * `settings_sections.ts` beside it. Includes old names, which still occur in links.
 */
const pages: Readonly<Record<string, string>> = {
  feed: '/feed/all',
  all_messages: '/feed/all',
  recent: '/recent',
  recent_topics: '/recent',
  inbox: '/inbox',
  drafts: '/drafts',
  scheduled: '/scheduled',
  reminders: '/scheduled',
  invite: '/organization/invitations',
  'search-operators': '/search',
  groups: '/organization/groups',
  settings: '/settings',
  organization: '/organization',
  channels: '/channels',
  'channels/subscribed': '/channels?show=subscribed',
  'channels/new': '/channels/new',
  'channels/folders': '/channels/folders',
};

/** Sections by the second word; unknown ones lead to the page itself. */
const sections: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  settings: {
    profile: '/settings/profile',
    'account-and-privacy': '/settings/account',
    'your-account': '/settings/account',
    preferences: '/settings/preferences',
    'display-settings': '/settings/preferences',
    notifications: '/settings/notifications',
    'your-bots': '/organization/bots',
    'alert-words': '/settings/alert-words',
    topics: '/settings/muted',
    'muted-topics': '/settings/muted',
    'muted-users': '/settings/muted',
  },
  organization: {
    'organization-profile': '/organization/settings',
    'organization-settings': '/organization/settings',
    'auth-methods': '/organization/settings',
    'organization-permissions': '/organization/permissions',
    'emoji-settings': '/organization/emoji',
    'linkifier-settings': '/organization/linkifiers',
    'playground-settings': '/organization/playgrounds',
    'profile-field-settings': '/organization/profile',
    users: '/organization/people',
    'user-list-admin': '/organization/people',
    'deactivated-users-admin': '/organization/people',
    'invites-list-admin': '/organization/invitations',
    bots: '/organization/bots',
    'all-bots': '/organization/bots',
    'bot-list-admin': '/organization/bots',
    'default-channels-list': '/organization/defaults',
    'default-streams-list': '/organization/defaults',
    'organization-level-user-defaults': '/organization/defaults',
    'data-exports-admin': '/organization/exports',
    'channel-folders': '/channels/folders',
  },
  channels: {},
  groups: {},
};

/** Parts of a channel's page, by the reference app's names. */
const parts: Readonly<Record<string, string>> = {
  subscribers: '/people',
  settings: '/settings',
  permissions: '/settings',
  general: '',
  personal: '',
};

const named = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** Path for a hash that is a page rather than a narrow: `#user/7`, `#channels/5/logo/settings`. */
export function pageForHash(hash: string): string | undefined {
  const words = hash
    .replace(/^#/, '')
    .replace(/\/$/, '')
    .replace(/^streams(?=\/|$)/, 'channels');
  const [kind = '', id = '', third = '', part = ''] = words.split('/');
  if (kind === 'topics' && id === 'channel') {
    const [channel] = /^\d{1,15}(?=$|-)/.exec(third) ?? [];
    return channel === undefined ? undefined : `/channels/${channel}/topics`;
  }
  if (/^\d{1,15}$/.test(id)) {
    if (kind === 'user') return `/people/${id}`;
    if (kind === 'groups') return `/people?group=${id}`;
    if (kind === 'channels') return `/channels/${id}${named(parts, part) ?? ''}`;
  }
  if (words === 'organization/users/invitations') return '/organization/invitations';
  const ofKind = named(sections, kind);
  return named(pages, words) ?? (ofKind && (named(ofKind, id) ?? named(pages, kind)));
}
