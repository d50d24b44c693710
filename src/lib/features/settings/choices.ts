import * as v from 'valibot';
import { languages } from '../../api/languages';
import { settingsTable, type SettingName } from '../../api/settings-table';
import { m } from '$lib/paraglide/messages';
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
export function schemaOf(name: SettingName): v.GenericSchema {
  const { schema } = settingsTable[name];
  const [least, most] = readable[name] ?? [];
  if (least === undefined || most === undefined) return schema;
  return v.pipe(schema as v.GenericSchema<number>, v.minValue(least), v.maxValue(most));
}

/** What a setting may be whose schema is any text; undefined where that is so. */
export function choicesOf(name: SettingName, value: unknown): readonly Choice[] | undefined {
  const all =
    name === 'timezone' ? zones() : name === 'default_language' ? allLanguages() : undefined;
  // A server may know more of them than this browser.
  if (!all || typeof value !== 'string' || all.some((one) => one.value === value)) return all;
  return [...all, { value, label: value }];
}

function zones(): readonly Choice[] {
  return [{ value: '', label: m.settings_zone_device({ zone: browserZone() }) }, ...zoneChoices()];
}

function allLanguages(): readonly Choice[] {
  return Object.entries(languages).map(([value, label]) => ({ value, label }));
}
