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

/** Outside these ranges text is unreadable, although servers accept any number. */
const readable: Readonly<Partial<Record<SettingName, readonly [number, number]>>> = {
  web_font_size_px: [10, 32],
  web_line_height_percent: [100, 280],
};

/** Validates what the user types. */
export function settingSchemaOf(name: SettingName): v.GenericSchema {
  const { schema } = settingsTable[name];
  const [least, most] = readable[name] ?? [];
  if (least === undefined || most === undefined) return schema;
  return v.pipe(schema as v.GenericSchema<number>, v.minValue(least), v.maxValue(most));
}

/** Labels from `settingLabels`. */
type OptionLabels = Readonly<Record<string, () => string>>;

/**
 * The options of a setting if its schema doesn't list them, or if the server returns other values
 * than the Inkwell server. Undefined if only the schema applies.
 */
export function settingChoicesOf(
  name: SettingName,
  value: unknown,
  state: Account['state'],
  words: OptionLabels = {},
): readonly Choice[] | undefined {
  const all = allOf(name, state, words);
  // A server can support values this browser doesn't know.
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

/** Readable form of `beep_boop`. */
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
