import { accountLanguages } from '$lib/api/account-languages';
import type { ParsedOf } from '$lib/api/define-operation';
import { defaultableSettings, type updateRealm } from '$lib/api/realm';
import { realmPermissionEditors, type RealmPermissionName } from '$lib/api/realm-permissions';
import { realmSettingNames, realmSettingsTable } from '$lib/api/realm-settings-table';
import { accessStreamMetadata } from '../channels/load';
import type { ServiceContext } from '../context';
import { badRequest } from '../failure';
import { AfterCommit, type OperationHandlers } from '../handler';
import { loadSystemGroups } from '../permissions/load';
import { changeGroupSetting, sameSetting } from '../permissions/setting-value';
import { realmPermissions, allRealmPermissionNames } from '../permissions/table';
import { changeRealm, announceDefaultSetting, announceRealmChanges } from '../realm/change';
import { channelSettings } from '../realm/channel-settings';
import { listDomains } from '../realm/domains';
import { requireOwner } from '../realm/require-owner';
import { lockRealm } from '../realm/lock';
import { realmSettingOf } from '../realm/settings';
import { revokeGuestVisibility } from '../events/revoke-visibility';
import { eq, sql } from 'drizzle-orm';
import { recordAuditedChange } from '../audit/record';
import { realms, type RealmPicture, type RealmPictureKind } from '../db/schema/realms';
import { settingForNewAccounts } from '../users/settings';
import { discardedFiles, uploads } from '../db/schema/files';
import type { RealmRow } from '../model';
import { realmPictureSource, realmPictureUrl } from '../realm/pictures';
import { sendWelcome } from '../messages/welcome';

/** Replaces or removes the image and announces its new URL to everyone. */
async function replacePicture(
  given: ServiceContext,
  kind: RealmPictureKind,
  picture: Omit<RealmPicture, 'version'> | null,
): Promise<RealmRow> {
  const context = await lockRealm(given);
  const { tx, realm } = context;
  const { [kind]: last, ...others } = realm.pictures;
  if (!last && !picture) return realm;
  const version = realm.pictures_version + 1;
  const [after] = await tx
    .update(realms)
    .set({
      pictures: picture ? { ...others, [kind]: { ...picture, version } } : others,
      pictures_version: version,
    })
    .where(eq(realms.id, realm.id))
    .returning();
  if (picture) await tx.delete(uploads).where(eq(uploads.path_id, picture.path_id));
  if (last) {
    await tx.insert(discardedFiles).values({ path_id: last.path_id }).onConflictDoNothing();
  }
  const fields = {
    [`${kind}_url`]: realmPictureUrl(after!, kind),
    [`${kind}_source`]: realmPictureSource(after!, kind),
  };
  await recordAuditedChange(context, {
    action: 'organization.picture_changed',
    before: { [`${kind}_url`]: realmPictureUrl(realm, kind) },
    after: fields,
  });
  announceRealmChanges(context, fields);
  return after!;
}

/** `Files.receivePicture` has already checked it. An animated image is kept whole. */
function received({ request: { file } }: ServiceContext): Omit<RealmPicture, 'version'> {
  if (!file) throw badRequest('Send the image as exactly one file.');
  const { path_id, size, content_type } = file;
  return { path_id, size, content_type };
}

const afterwards = <Result>(result: Result) =>
  new AfterCommit<Result>(async ({ files }) => {
    files.removeSoon();
    return result;
  });

const logo = (night: boolean): RealmPictureKind => (night ? 'night_logo' : 'logo');

type Params = ParsedOf<typeof updateRealm>;

/** Also checked if nothing would change. */
function requireCanChange({ user }: ServiceContext, params: Params): void {
  for (const name of realmSettingNames) {
    if (params[name] !== undefined) requireOwner(user, realmSettingsTable[name].changedBy);
  }
  for (const name of allRealmPermissionNames) {
    if (params[name] !== undefined) requireOwner(user, realmPermissionEditors[name]);
  }
  if (params.authentication_methods !== undefined) requireOwner(user, 'owner');
}

/** Checks that the table's schemas can't make. */
function checkValues({ default_language, authentication_methods }: Params): void {
  if (default_language !== undefined && !Object.hasOwn(accountLanguages, default_language)) {
    throw badRequest(`Invalid language '${default_language}'`);
  }
  if (authentication_methods === undefined) return;
  // This server supports only one method, so it can't be changed.
  for (const [name, isOn] of Object.entries(authentication_methods)) {
    if (name !== 'Email' && isOn) {
      throw badRequest(`No one can sign in to this server by '${name}'.`);
    }
  }
  if (!authentication_methods['Email']) {
    throw badRequest('At least one way to sign in must stay enabled.');
  }
}

/** Prevents a setting with which no one could join anymore. */
async function checkDomains(
  context: ServiceContext,
  changed: Record<string, unknown>,
): Promise<void> {
  if (!changed['emails_restricted_to_domains']) return;
  if ((await listDomains(context)).length > 0) return;
  throw badRequest('Add a domain first. Without one, no one could join.');
}

async function checkChannels(
  context: ServiceContext,
  changed: Record<string, unknown>,
): Promise<void> {
  for (const name of channelSettings) {
    const id = changed[name];
    if (typeof id !== 'number' || id < 0) continue;
    const stream = await accessStreamMetadata(context, id);
    if (stream.is_archived) throw badRequest('Invalid channel ID');
    // Confidential reports must not be readable by everyone.
    if (name === 'moderation_request_channel_id' && !stream.invite_only) {
      throw badRequest('The channel for reported messages must be private.');
    }
  }
}

async function changedPermissions(context: ServiceContext, params: Params) {
  const given = allRealmPermissionNames.filter((name) => params[name] !== undefined);
  if (given.length === 0) return {};
  const groups = await loadSystemGroups(context);
  const changed: Partial<Record<RealmPermissionName, unknown>> = {};
  for (const name of given) {
    const current = groups.realmSetting(context.realm, name);
    const rule = realmPermissions[name];
    const value = await changeGroupSetting(context, name, rule, current, params[name]!);
    if (!sameSetting(value, current)) changed[name] = value;
  }
  return changed;
}

export const realmHandlers = {
  async updateRealm(given, params) {
    requireCanChange(given, params);
    const context = await lockRealm(given);
    const { realm } = context;
    checkValues(params);
    const settings = realmSettingNames.flatMap((name) => {
      const value = params[name];
      return value === undefined || value === realmSettingOf(realm, name) ? [] : [[name, value]];
    });
    const changed: Record<string, unknown> = Object.fromEntries(settings);
    await checkChannels(context, changed);
    Object.assign(changed, await changedPermissions(context, params));
    for (const key of ['name', 'description'] as const) {
      if (params[key] !== undefined && params[key] !== realm[key]) changed[key] = params[key];
    }
    await checkDomains(context, changed);
    await changeRealm(context, changed);
    if ('can_access_all_users_group' in changed) await revokeGuestVisibility(context);
  },

  /** Only values that differ are saved and announced. Existing accounts keep theirs. */
  async updateRealmUserSettingsDefaults(given, params) {
    const context = await lockRealm(given);
    const { tx, realm } = context;
    const changed = defaultableSettings.flatMap((name) => {
      const value = params[name];
      const before = settingForNewAccounts(realm, name);
      return value === undefined || value === before ? [] : [{ name, value, before }];
    });
    if (changed.length === 0) return;
    const after = Object.fromEntries(changed.map(({ name, value }) => [name, value]));
    await tx
      .update(realms)
      .set({
        user_settings_defaults: sql`${realms.user_settings_defaults} || ${JSON.stringify(after)}::jsonb`,
      })
      .where(eq(realms.id, realm.id));
    await recordAuditedChange(context, {
      action: 'organization.defaults_changed',
      before: Object.fromEntries(changed.map(({ name, before }) => [name, before])),
      after,
    });
    for (const { name, value } of changed) announceDefaultSetting(context, name, value);
  },

  async uploadRealmIcon(context) {
    const realm = await replacePicture(context, 'icon', received(context));
    return afterwards({ icon_url: realmPictureUrl(realm, 'icon') });
  },

  async deleteRealmIcon(context) {
    const realm = await replacePicture(context, 'icon', null);
    return afterwards({ icon_url: realmPictureUrl(realm, 'icon') });
  },

  async uploadRealmLogo(context, { night }) {
    await replacePicture(context, logo(night), received(context));
    return afterwards({});
  },

  async deleteRealmLogo(context, { night }) {
    await replacePicture(context, logo(night), null);
    return afterwards({});
  },

  /** https://zulip.com/api/test-welcome-bot-custom-message */
  testWelcomeBotCustomMessage: async (context, { welcome_message_custom_text }) => ({
    message_id: await sendWelcome(context, context.user, welcome_message_custom_text),
  }),
} satisfies Partial<OperationHandlers>;
