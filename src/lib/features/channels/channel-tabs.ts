import { m } from '$lib/paraglide/messages';

/** Tabs of the channel page, by their name in the URL. */
export const channelTabs = {
  overview: m.channels_overview,
  people: m.channels_people,
  topics: m.channels_topics,
  settings: m.channels_settings,
} as const;

export function channelTabOf(word: string | undefined): keyof typeof channelTabs {
  return word !== undefined && Object.hasOwn(channelTabs, word)
    ? (word as keyof typeof channelTabs)
    : 'overview';
}
