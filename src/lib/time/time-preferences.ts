import * as v from 'valibot';
import { readAccountStorageAs, writeAccountStorage } from '../client/storage/account-storage';

const phrase = v.pipe(v.string(), v.nonEmpty(), v.maxLength(80));

const schema = v.object({
  /** Phrases saved as presets, for example `fri 14:30`. */
  own: v.fallback(v.array(phrase), []),
  last: v.fallback(
    v.nullable(
      v.variant('kind', [
        v.object({ kind: v.picklist(['today', 'tomorrow', 'monday', 'theirs']) }),
        v.object({ kind: v.literal('phrase'), phrase }),
        v.object({ kind: v.literal('time'), timestamp: v.number() }),
      ]),
    ),
    null,
  ),
});

/** An account's preferences for choosing times, stored on this device. */
export type TimePreferences = v.InferOutput<typeof schema>;

export const noTimePreferences: TimePreferences = { own: [], last: null };

const name = 'times';

export function readTimePreferences(account: string): TimePreferences {
  return readAccountStorageAs(account, name, schema) ?? noTimePreferences;
}

export function saveTimePreferences(account: string, remembered: TimePreferences): void {
  writeAccountStorage(account, name, remembered);
}

/** More presets would not help; the oldest is removed. */
const maxOwnPresets = 8;

export function withOwnPreset(remembered: TimePreferences, phrase: string): TimePreferences {
  const others = remembered.own.filter((one) => one !== phrase);
  return { ...remembered, own: [...others, phrase].slice(-maxOwnPresets) };
}

export function withoutOwnPreset(remembered: TimePreferences, phrase: string): TimePreferences {
  return { ...remembered, own: remembered.own.filter((one) => one !== phrase) };
}
