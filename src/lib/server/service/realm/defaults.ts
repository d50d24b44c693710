import {
  realmSettingNames,
  realmSettingsTable,
  type RealmSettingValues,
} from '$lib/api/realm-settings-table';

/** What other settings have replaced: told to older clients, never changed. */
const replaced = {
  allow_edit_history: true,
  create_private_stream_policy: 1,
  create_public_stream_policy: 1,
  create_web_public_stream_policy: 6,
  mandatory_topics: false,
  wildcard_mention_policy: 5,
};

export type RealmSettings = RealmSettingValues & typeof replaced;

/** Settings of an organization by wire name without `realm_`, with the values of a new one. */
export const realmDefaults = {
  ...replaced,
  ...Object.fromEntries(realmSettingNames.map((name) => [name, realmSettingsTable[name].default])),
} as RealmSettings;
