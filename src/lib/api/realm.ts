import * as v from 'valibot';
import { defineOperation, json, optional, text, type OperationParameter } from './define-operation';
import { groupIdBefore, groupSettingChange, type GroupSettingChange } from './group-setting';
import { ignoredParameterEntries } from './ignored-parameters';
import {
  realmPermissionNames,
  realmPermissionSince,
  type RealmPermissionName,
} from './realm-permissions';
import {
  maxRealmDescriptionLength,
  maxRealmNameLength,
  maxWelcomeTextLength,
  realmSettingsTable,
  type RealmSettingEntry,
  type RealmSettingName,
  type RealmSettingValues,
} from './realm-settings-table';
import {
  settingsTable,
  type SettingEntry,
  type SettingName,
  type UserSettings,
} from './settings-table';
import { textUpTo } from './value-schemas';

type RealmSettingParameters = {
  readonly [K in RealmSettingName]: OperationParameter<unknown, RealmSettingValues[K], true>;
};
type RealmPermissionParameters = {
  readonly [K in RealmPermissionName]: OperationParameter<
    GroupSettingChange,
    GroupSettingChange,
    true
  >;
};

const settingParameters = Object.fromEntries(
  Object.entries<RealmSettingEntry>(realmSettingsTable).map(
    ([name, { encoding, schema, since = 0 }]) => [
      name,
      { encoding, schema, optional: true, aliases: [], since },
    ],
  ),
) as unknown as RealmSettingParameters;

const permissionParameters = Object.fromEntries(
  realmPermissionNames.map((name) => [
    name,
    optional(
      json(groupSettingChange, {
        since: realmPermissionSince[name],
        wordedFor: groupIdBefore(260),
      }),
    ),
  ]),
) as unknown as RealmPermissionParameters;

const stripped = (most: number) =>
  v.pipe(
    textUpTo(4 * most),
    v.trim(),
    v.check((value) => [...value].length <= most, `is too long (limit: ${most} characters)`),
    v.check((value) => !value.includes('\0'), 'must not contain null bytes'),
  );

/** By API name; https://zulip.com/api/register-queue */
const methods = Object.fromEntries(
  [
    ...['Email', 'Dev', 'LDAP', 'RemoteUser', 'GitHub', 'AzureAD', 'GitLab', 'Google', 'Apple'],
    ...['SAML', 'OpenID Connect'],
  ].map((name) => [name, v.optional(v.boolean())]),
);

/**
 * Changes the organization: saves and announces the given values that differ, all or none of them.
 * Zulip servers have long had it, undocumented.
 */
export const updateRealm = defineOperation({
  id: 'updateRealm',
  route: 'PATCH /realm',
  params: {
    ...settingParameters,
    ...permissionParameters,
    name: optional(
      text(
        v.pipe(
          stripped(maxRealmNameLength),
          v.check((value) => value !== '', 'cannot be blank'),
        ),
      ),
    ),
    /** Markdown. */
    description: optional(text(stripped(maxRealmDescriptionLength))),
    /** All methods by name. Methods that the server lacks can't be enabled. */
    authentication_methods: optional(json(v.object(methods))),
  },
  access: 'administrator',
  result: v.object(ignoredParameterEntries),
  knownFrom: 'servers',
});

/** Settings without an organization default, because they concern a person or their security. */
const personal = [
  'allow_private_data_export',
  'default_language',
  'enable_login_emails',
  'enable_marketing_emails',
  'timezone',
] as const satisfies readonly SettingName[];
type PersonalSetting = (typeof personal)[number];
export type DefaultableSetting = Exclude<SettingName, PersonalSetting>;

/** Settings whose default for new accounts the organization can choose. */
export const defaultableSettings = Object.keys(settingsTable).filter(
  (name) => !(personal as readonly string[]).includes(name),
) as DefaultableSetting[];

type DefaultParameters = {
  readonly [K in DefaultableSetting]: OperationParameter<UserSettings[K], UserSettings[K], true>;
};

const defaultParameters = Object.fromEntries(
  defaultableSettings.map((name) => {
    const { encoding, schema, since = 0 }: SettingEntry = settingsTable[name];
    return [name, { encoding, schema, optional: true, aliases: [], since }];
  }),
) as unknown as DefaultParameters;

/**
 * Sets the defaults for accounts created later.
 * https://zulip.com/api/update-realm-user-settings-defaults
 */
export const updateRealmUserSettingsDefaults = defineOperation({
  id: 'updateRealmUserSettingsDefaults',
  route: 'PATCH /realm/user_settings_defaults',
  params: defaultParameters,
  access: 'administrator',
  result: v.object(ignoredParameterEntries),
  since: 96,
});

/**
 * Sends the caller a test of the welcome message with this text.
 * https://zulip.com/api/test-welcome-bot-custom-message
 */
export const testWelcomeBotCustomMessage = defineOperation({
  id: 'testWelcomeBotCustomMessage',
  route: 'POST /realm/test_welcome_bot_custom_message',
  params: { welcome_message_custom_text: text(stripped(maxWelcomeTextLength)) },
  access: 'administrator',
  result: v.object({ message_id: v.number() }),
  since: 416,
});

/** The request is a multipart form with exactly one image of at most 5 MiB. Undocumented. */
export const uploadRealmIcon = defineOperation({
  id: 'uploadRealmIcon',
  route: 'POST /realm/icon',
  access: 'administrator',
  multipart: 'picture',
  result: v.object({ icon_url: v.string() }),
  knownFrom: 'servers',
});

/** Goes back to the default icon. Undocumented. */
export const deleteRealmIcon = defineOperation({
  id: 'deleteRealmIcon',
  route: 'DELETE /realm/icon',
  access: 'administrator',
  result: v.object({ icon_url: v.string() }),
  knownFrom: 'servers',
});

/** Whether it's for the dark theme or the light one. */
const night = json(v.boolean());

/** Sets the wide logo next to the organization's name. Undocumented. */
export const uploadRealmLogo = defineOperation({
  id: 'uploadRealmLogo',
  route: 'POST /realm/logo',
  params: { night },
  access: 'administrator',
  multipart: 'picture',
  knownFrom: 'servers',
});

/** Undocumented. */
export const deleteRealmLogo = defineOperation({
  id: 'deleteRealmLogo',
  route: 'DELETE /realm/logo',
  params: { night },
  access: 'administrator',
  knownFrom: 'servers',
});
