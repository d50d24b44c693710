import { languages } from '../../api/languages';
import type { SettingName } from '../../api/settings-table';
import { m } from '$lib/paraglide/messages';
import { zoneChoices } from '../../time/zone-choices';
import { browserZone } from '../../time/zones';

interface Choice {
  readonly value: string;
  readonly label: string;
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
