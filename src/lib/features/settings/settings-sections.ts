import { foldCase } from '../../api/fold-case';
import { hasLevel, hasOperation } from '../../api/feature-level';
import { getNavigationViews } from '../../api/navigation-views';
import { settingsTable, type SettingEntry, type SettingName } from '../../api/settings-table';
import { m } from '$lib/paraglide/messages';
import type { Account } from '../../client/account/account.svelte';
import { noEffect } from './no-effect';
import { settingGroupLabels, settingLabels } from './setting-labels';

/** Sections of the page, in display order. */
export const settingsSections = {
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
export type SettingsPageSection = keyof typeof settingsSections;

/** Sections whose title contains the query, without those the server is known to lack. */
export function findSettingsSections(
  query: string,
  state: Account['state'],
): readonly SettingsPageSection[] {
  const wanted = foldCase(query.trim());
  return (Object.keys(settingsSections) as SettingsPageSection[]).filter(
    (name) =>
      (name !== 'views' || state === null || hasOperation(getNavigationViews, state)) &&
      foldCase(settingsSections[name]()).includes(wanted),
  );
}

export function isSettingsSection(name: string): name is SettingsPageSection {
  return Object.hasOwn(settingsSections, name);
}

interface SettingsGroup {
  readonly title: string;
  readonly names: readonly SettingName[];
}

/** The settings of a section: those that take effect, grouped by heading, and the rest. */
interface SettingsLayout {
  readonly groups: readonly SettingsGroup[];
  /** Shown as one table. */
  readonly matrix: readonly SettingName[];
  /** They have no effect here or on this server, grouped by the reason. */
  readonly others: readonly SettingsGroup[];
}

type Server = Pick<Account, 'state' | 'setting'>;

/** Settings that the server supports, in the order of `settingLabels`. */
function known({ state, setting }: Server): readonly SettingName[] {
  return (Object.keys(settingLabels) as SettingName[]).filter(
    (name) =>
      setting(name) !== undefined &&
      hasLevel(settingsTable[name as 'hide_ai_features'].since ?? 0, state),
  );
}

export const settingGroupTitle = (name: SettingName) =>
  settingGroupLabels[settingLabels[name].group]();

const columnOf = (name: SettingName) => (settingsTable[name] as SettingEntry).column;

export function settingsLayoutOf(section: SettingsPageSection, server: Server): SettingsLayout {
  const names = known(server).filter((name) => settingsTable[name].section === section);
  const reasonOf = (name: SettingName) => noEffect(name, server.state);
  const acting = names.filter((name) => reasonOf(name) === '');
  return {
    groups: groupSettings(
      acting.filter((name) => !columnOf(name)),
      settingGroupTitle,
    ),
    matrix: acting.filter(columnOf),
    others: groupSettings(
      names.filter((name) => reasonOf(name) !== ''),
      reasonOf,
    ),
  };
}

/** By title, each in the order in which it first appears. */
export function groupSettings(
  names: readonly SettingName[],
  titleOf: (name: SettingName) => string,
): readonly SettingsGroup[] {
  const groups = new Map<string, SettingName[]>();
  for (const name of names) groups.set(titleOf(name), [...(groups.get(titleOf(name)) ?? []), name]);
  return [...groups].map(([title, members]) => ({ title, names: members }));
}

/** Settings whose labels or name on the server contain every word of the query. */
export function findSettings(query: string, server: Server): readonly SettingName[] {
  const words = foldCase(query).split(/\s+/u).filter(Boolean);
  return known(server).filter((name) => {
    const { label, hint, options = {}, group } = settingLabels[name];
    const texts = [name, label(), hint?.() ?? '', settingGroupLabels[group]()]
      .concat(Object.values(options).map((option) => option()))
      .concat(settingsSections[settingsTable[name].section]());
    const text = foldCase(texts.join('\n'));
    return words.every((word) => text.includes(word));
  });
}
