import { m } from '$lib/paraglide/messages';
import type { StatusExpiry } from './status-expiry';

export interface StatusPreset {
  readonly text: () => string;
  /** The emoji's name on the server. */
  readonly emoji_name: string;
  readonly sign: string;
  readonly ends: StatusExpiry;
}

/** The most common statuses. */
export const statusPresets: readonly StatusPreset[] = [
  { text: m.status_meeting, emoji_name: 'calendar', sign: '📅', ends: 'hour' },
  { text: m.status_focus, emoji_name: 'headphones', sign: '🎧', ends: 'hours' },
  { text: m.status_commuting, emoji_name: 'bus', sign: '🚌', ends: 'hour' },
  { text: m.status_remote, emoji_name: 'house', sign: '🏠', ends: 'today' },
  { text: m.status_sick, emoji_name: 'sick', sign: '🤒', ends: 'today' },
  { text: m.status_vacation, emoji_name: 'palm_tree', sign: '🌴', ends: 'never' },
];
