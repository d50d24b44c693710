import * as v from 'valibot';
import { groupSetting } from '../../../api/group-setting';
import { realmSettingsTable, type RealmSettingEntry } from '../../../api/realm-settings-table';
import { settingsTable } from '../../../api/settings-table';
import { realmPermissions } from '../permissions/table';

/** Checks for JSON columns, as far as this Inkwell uses their values. */
type JsonColumn = v.GenericSchema<unknown>;

/** Personal settings, checked against the settings table. */
export const personalSettingsCheck: JsonColumn = v.looseObject(
  Object.fromEntries(
    Object.entries(settingsTable).map(([name, { schema }]) => [
      name,
      v.optional<v.GenericSchema<unknown>>(schema),
    ]),
  ),
);

/** Permissions of a channel or a group. */
export const permissionsCheck: JsonColumn = v.record(v.string(), groupSetting);

/** The organization's permissions and settings, checked against their table. */
export const realmSettingsCheck: JsonColumn = v.pipe(
  v.record(v.string(), v.unknown()),
  v.check((settings) => Object.entries(settings).every(([name, value]) => fits(name, value))),
);

export const editHistoryCheck: JsonColumn = v.nullable(
  v.array(v.looseObject({ user_id: v.nullable(v.number()), timestamp: v.number() })),
);

const entries = new Map<string, RealmSettingEntry>(Object.entries(realmSettingsTable));

function fits(name: string, value: unknown): boolean {
  if (Object.hasOwn(realmPermissions, name)) return v.is(groupSetting, value);
  const entry = entries.get(name);
  // Null means no limit, for number settings.
  return !entry || value === null || value === entry.default || v.is(entry.schema, value);
}

/** The organization's images, by kind. */
export const realmPicturesCheck: JsonColumn = v.record(
  v.picklist(['icon', 'logo', 'night_logo']),
  v.strictObject({
    path_id: v.string(),
    size: v.number(),
    content_type: v.string(),
    version: v.number(),
  }),
);
