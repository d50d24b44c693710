import { m } from '$lib/paraglide/messages';

/** What is shown of a channel, one at a time, by its word in the address. */
export const parts = {
  overview: m.channels_overview,
  people: m.channels_people,
  topics: m.channels_topics,
  settings: m.channels_settings,
} as const;

export function partOf(word: string | undefined): keyof typeof parts {
  return word !== undefined && Object.hasOwn(parts, word)
    ? (word as keyof typeof parts)
    : 'overview';
}
