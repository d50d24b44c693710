import {
  defaultableSettings,
  type updateRealmUserSettingsDefaults as Update,
} from '$lib/api/realm';
import { eq, sql } from 'drizzle-orm';
import { recordAuditedChange } from '../audit/record';
import { realms } from '../db/schema/realms';
import type { OperationHandler } from '../handler';
import { announceDefaultSetting } from '../realm/change';
import { lockRealm } from '../realm/lock';
import { settingForNewAccounts } from '../users/settings';

/** Only values that differ are saved and announced. Existing accounts keep theirs. */
const updateRealmUserSettingsDefaults: OperationHandler<typeof Update> = async (given, params) => {
  const context = await lockRealm(given);
  const { tx, realm } = context;
  const changed = defaultableSettings.flatMap((name) => {
    const value = params[name];
    const before = settingForNewAccounts(realm, name);
    return value === undefined || value === before ? [] : [{ name, value, before }];
  });
  if (changed.length === 0) return {};
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
  return {};
};

export const realmDefaultsHandlers = { updateRealmUserSettingsDefaults };
