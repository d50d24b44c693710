import { wellFormed } from '../../api/well-formed';
import { conversationHref, conversationWithHref, messageHref } from './conversation-address';

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

/**
 * Decodes a name from a hash; null if it can't be decoded. Dots and percent signs that encode
 * nothing are kept, because bots write `x.py%20v1.2`.
 */
export function decodeHashPart(slug: string): string | null {
  const hex = slug.replace(/[.%](?=[\dA-F]{2})/gi, '%');
  try {
    return decodeURIComponent(hex.replace(/%(?![\dA-F]{2})/gi, '%25'));
  } catch {
    return null;
  }
}

/** Encodes a name for a hash: percent signs become dots. */
export function encodeHashPart(name: string): string {
  return encodeURIComponent(wellFormed(name))
    .replace(/[.'()*!~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.');
}

/** Narrows that have a view of their own. */
const feeds: Readonly<Record<string, string>> = {
  'is/starred': '/feed/starred',
  'is/mentioned': '/feed/mentions',
  'is/followed': '/feed/followed',
  'in/home': '/feed/all',
};

/**
 * Path where this app shows the target of a link in a message (`#narrow/channel/5-logo/topic/x`): a
 * channel, a topic, a message, direct messages, a feed, or else a search for the same. Pages of
 * other clients map to the same page here. Undefined for anything else.
 * https://zulip.com/help/link-to-a-message-or-conversation
 */
export function hrefOfNarrow(fragment: string, own: number | undefined): string | undefined {
  const [, narrow] =
    /^#narrow\/(-?[a-z_-]+\/[^/]*(?:\/-?[a-z_-]+\/[^/]*)*)\/?$/.exec(fragment) ?? [];
  if (narrow === undefined) return pageForHash(fragment);
  if (decodeHashPart(narrow) === null) return undefined;
  return feeds[narrow] ?? conversationIn(narrow, own) ?? `/search?narrow=${inQuery(narrow)}`;
}

function conversationIn(narrow: string, own: number | undefined): string | undefined {
  const [, operator, name = '', slug, last, id] =
    /^(channel|stream|dm|pm-with|near|id|with)\/([^/]+)(?:\/(?:topic|subject)\/([^/]*))?(?:\/(near|id|with)\/(\d{1,15}))?$/.exec(
      narrow,
    ) ?? [];
  const near = id === undefined ? undefined : Number(id);
  if (operator === undefined) return undefined;
  if (operator === 'near' || operator === 'id' || operator === 'with') {
    return /^\d{1,15}$/.test(name) && slug === undefined && id === undefined
      ? messageHref(Number(name))
      : undefined;
  }
  if (operator === 'dm' || operator === 'pm-with') {
    const [ids] = /^\d{1,15}(?:,\d{1,15})*(?=$|-)/.exec(decodeHashPart(name) ?? '') ?? [];
    if (ids === undefined || slug !== undefined) return undefined;
    const people = [...new Set(ids.split(',').map(Number))];
    const others = people.filter((id) => id !== own);
    const to = others.length > 0 ? others : people;
    // Direct messages are never moved.
    return conversationHref({ type: 'private', to, topic: '' }, last === 'with' ? undefined : near);
  }
  const [channel] = /^\d{1,15}(?=$|-)/.exec(name) ?? [];
  if (channel === undefined) return undefined;
  if (slug === undefined) return near === undefined ? `/channels/${channel}` : messageHref(near);
  const to = [Number(channel)];
  const topic = decodeHashPart(slug) ?? '';
  return last === 'with'
    ? conversationWithHref({ type: 'stream', to, topic }, near)
    : conversationHref({ type: 'stream', to, topic }, near);
}

/** A hash as a query value, where slashes and commas need no encoding. */
function inQuery(narrow: string): string {
  return encodeURIComponent(narrow).replaceAll('%2F', '/').replaceAll('%2C', ',');
}

/**
 * The `#narrow/…` of a text that consists only of a link into the organization, or of such a hash.
 */
export function narrowFragmentOf(
  text: string,
  origins: readonly (string | undefined)[],
): string | undefined {
  const [, origin, fragment] = /^(https?:\/\/[^/\s#]+)?\/?(#narrow\/\S+)$/.exec(text.trim()) ?? [];
  return origin === undefined || origins.includes(origin) ? fragment : undefined;
}
