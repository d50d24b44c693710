import * as v from 'valibot';
import { accountLanguages } from '../../api/account-languages';
import { isInkwell } from '../../api/feature-level';
import { settingsTable, type SettingName } from '../../api/settings-table';
import { m } from '$lib/paraglide/messages';
import type { Account } from '../../client/account/account.svelte';
import { zoneChoices } from '../../time/zone-choices';
import { browserZone } from '../../time/zones';

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Outside of these nobody reads what it says; servers take any number. */
const readable: Readonly<Partial<Record<SettingName, readonly [number, number]>>> = {
  web_font_size_px: [10, 32],
  web_line_height_percent: [100, 280],
};

/** What may be typed here. */
export function settingSchemaOf(name: SettingName): v.GenericSchema {
  const { schema } = settingsTable[name];
  const [least, most] = readable[name] ?? [];
  if (least === undefined || most === undefined) return schema;
  return v.pipe(schema as v.GenericSchema<number>, v.minValue(least), v.maxValue(most));
}

/** Names in words of ours, as `settingLabels` has them. */
type OptionLabels = Readonly<Record<string, () => string>>;

/**
 * What a setting may be where its schema does not say, or the server tells of other values than our own
 * service has; undefined where the schema is all there is.
 */
export function settingChoicesOf(
  name: SettingName,
  value: unknown,
  state: Account['state'],
  words: OptionLabels = {},
): readonly Choice[] | undefined {
  const all = allOf(name, state, words);
  // A server may know more of them than this browser.
  if (!all || typeof value !== 'string' || all.some((one) => one.value === value)) return all;
  return [...all, { value, label: name === 'notification_sound' ? readableName(value) : value }];
}

function allOf(
  name: SettingName,
  state: Account['state'],
  words: OptionLabels,
): readonly Choice[] | undefined {
  if (name === 'timezone') return zones();
  if (name === 'default_language') return allLanguages();
  const { available_notification_sounds: sounds, emojiset_choices: sets } =
    state?.user_settings ?? {};
  if (name === 'notification_sound' && sounds && state && !isInkwell(state)) {
    const none = { value: 'none', label: words['none']?.() ?? 'none' };
    return [none, ...sounds.map((value) => ({ value, label: readableName(value) }))];
  }
  if (name === 'emojiset' && sets) {
    return sets.map(({ key, text }) => ({ value: key, label: words[key]?.() ?? text }));
  }
  return undefined;
}

/** `beep_boop` as a person would write it. */
function readableName(name: string): string {
  const spaced = name.replaceAll('_', ' ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

function zones(): readonly Choice[] {
  return [{ value: '', label: m.settings_zone_device({ zone: browserZone() }) }, ...zoneChoices()];
}

function allLanguages(): readonly Choice[] {
  return Object.entries(accountLanguages).map(([value, label]) => ({ value, label }));
}
