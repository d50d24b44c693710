import type { Component } from 'svelte';
import type { SettingsPageSection } from '../../features/settings/settings-sections';

type Load = () => Promise<{ default: Component }>;

/** Sections that show more than settings; each is loaded when it is opened. */
export const settingsSectionLoaders: Readonly<Partial<Record<SettingsPageSection, Load>>> = {
  account: () => import('../../features/settings/AccountSection.svelte'),
  profile: () => import('../../features/settings/ProfileSection.svelte'),
  'alert-words': () => import('../../features/settings/AlertWordsSection.svelte'),
  muted: () => import('../../features/settings/MutedSection.svelte'),
  views: () => import('../../features/settings/NavigationSection.svelte'),
  devices: () => import('../../features/settings/DevicesSection.svelte'),
  client: () => import('../../features/settings/QueueSection.svelte'),
};
