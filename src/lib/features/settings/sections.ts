import { foldCase } from '../../api/fold-case';
import { hasLevel, hasOperation } from '../../api/level';
import { getNavigationViews } from '../../api/navigation-views';
import { settingsTable, type SettingName } from '../../api/settings-table';
import { m } from '$lib/paraglide/messages';
import type { Account } from '../../client/account.svelte';
import { groupWords, settingWords } from './words';

/** The sections of the page, in this order; those of the table hold its settings. */
export const sections = {
  account: m.settings_section_account,
  profile: m.settings_section_profile,
  preferences: m.settings_section_preferences,
  notifications: m.settings_section_notifications,
  'alert-words': m.settings_section_alert_words,
  privacy: m.settings_section_privacy,
  muted: m.settings_section_muted,
  views: m.settings_section_views,
  devices: m.settings_section_devices,
  client: m.settings_section_client,
} as const;
export type Section = keyof typeof sections;

/** Those whose title has the query in it, without what the server is known not to have. */
export function findSections(query: string, state: Account['state']): readonly Section[] {
  const wanted = foldCase(query.trim());
  return (Object.keys(sections) as Section[]).filter(
    (name) =>
      (name !== 'views' || state === null || hasOperation(getNavigationViews, state)) &&
      foldCase(sections[name]()).includes(wanted),
  );
}

export function isSection(name: string): name is Section {
  return Object.hasOwn(sections, name);
}

interface Group {
  readonly title: string;
  readonly names: readonly SettingName[];
}

type Server = Pick<Account, 'state' | 'setting'>;

/** Those that the server knows, in the order of their words. */
function known({ state, setting }: Server): readonly SettingName[] {
  return (Object.keys(settingWords) as SettingName[]).filter(
    (name) =>
      setting(name) !== undefined &&
      hasLevel(settingsTable[name as 'hide_ai_features'].since ?? 0, state),
  );
}

export function groupsOf(section: Section, server: Server): readonly Group[] {
  const groups = new Map<string, SettingName[]>();
  for (const name of known(server)) {
    if (settingsTable[name].section !== section) continue;
    const { group } = settingWords[name];
    groups.set(group, [...(groups.get(group) ?? []), name]);
  }
  return [...groups].map(([group, names]) => ({
    title: groupWords[group as keyof typeof groupWords](),
    names,
  }));
}

/** Those that have every word of the query in what is told of them, or in their name on the server. */
export function findSettings(query: string, server: Server): readonly SettingName[] {
  const words = foldCase(query).split(/\s+/u).filter(Boolean);
  return known(server).filter((name) => {
    const { label, hint, options = {}, group } = settingWords[name];
    const told = [name, label(), hint?.() ?? '', groupWords[group]()]
      .concat(Object.values(options).map((option) => option()))
      .concat(sections[settingsTable[name].section]());
    const text = foldCase(told.join('\n'));
    return words.every((word) => text.includes(word));
  });
}
