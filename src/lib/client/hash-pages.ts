/** Pages of other clients that are one here, by the first words of their hash. */
const pages: Readonly<Record<string, string>> = {
  recent: '/recent',
  recent_topics: '/recent',
  inbox: '/inbox',
  drafts: '/drafts',
  scheduled: '/scheduled',
  channels: '/channels',
  'channels/all': '/channels',
  'channels/available': '/channels',
  'channels/subscribed': '/channels?show=subscribed',
  'channels/new': '/channels/new',
  'channels/folders': '/channels/folders',
};

/** What other clients show of a channel, by their words for it. */
const parts: Readonly<Record<string, string>> = {
  subscribers: '/people',
  settings: '/settings',
  permissions: '/settings',
  general: '',
  personal: '',
};

/** Where a hash leads that is the address of a page and no narrow: `#user/7`, `#channels/5/logo/settings`. */
export function pageAt(hash: string): string | undefined {
  const words = hash.replace(/^#/, '').replace(/^streams(?=\/|$)/, 'channels');
  const [kind, id = '', , part = ''] = words.split('/');
  if (!/^\d{1,15}$/.test(id)) return Object.hasOwn(pages, words) ? pages[words] : undefined;
  if (kind === 'user') return `/people/${id}`;
  if (kind !== 'channels') return undefined;
  return `/channels/${id}${Object.hasOwn(parts, part) ? parts[part] : ''}`;
}
