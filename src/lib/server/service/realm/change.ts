import {
  realmSettingNames,
  realmSettingsTable,
  type RealmSettingName,
  type RealmSettingValues,
} from '$lib/api/realm-settings-table';
import { eq, sql } from 'drizzle-orm';
import { recordAuditedChange } from '../audit/record';
import type { ServiceContext } from '../context';
import { realms } from '../db/schema/realms';
import type { RealmRow } from '../model';
import { announceFullMembers } from './full-members';
import { realmSettingOf } from './settings';

/** Values by wire name without `realm_`; `name` and `description` are the organization's own. */
export type RealmChanges = Partial<RealmSettingValues> & {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
} & Readonly<Record<string, unknown>>;

/**
 * Stores what differs from the locked organization of the context, keeps it in the audit log and tells
 * everybody. The values have been checked.
 */
export async function changeRealm(context: ServiceContext, changes: RealmChanges): Promise<void> {
  const { tx, realm } = context;
  const { name = realm.name, description = realm.description, ...settings } = changes;
  if (Object.keys(changes).length === 0) return;
  const before = Object.fromEntries(
    Object.keys(changes).map((key) => [key, currentValue(realm, key)]),
  );
  const [after] = await tx
    .update(realms)
    .set({
      name,
      description,
      settings: sql`${realms.settings} || ${JSON.stringify(settings)}::jsonb`,
    })
    .where(eq(realms.id, realm.id))
    .returning();
  await recordAuditedChange(context, { action: 'organization.changed', before, after: changes });
  for (const [property, value] of Object.entries(changes)) announce(context, property, value);
  // New accounts begin with it.
  if (changes.default_language !== undefined) {
    announceDefaultSetting(context, 'default_language', changes.default_language);
  }
  if (changes.waiting_period_threshold !== undefined) {
    await announceFullMembers(context, realm, after!);
  }
}

function currentValue(realm: RealmRow, key: string): unknown {
  if (key === 'name') return realm.name;
  if (key === 'description') return realm.description;
  return isSetting(key) ? realmSettingOf(realm, key) : realm.settings[key];
}

function isSetting(key: string): key is RealmSettingName {
  return (realmSettingNames as readonly string[]).includes(key);
}

/** Permissions and some settings are told in the second of the two documented forms. */
function announce({ emit }: ServiceContext, property: string, value: unknown): void {
  const inDict = !isSetting(property)
    ? property !== 'name' && property !== 'description'
    : realmSettingsTable[property].dictEvent;
  if (!inDict) {
    emit({ payload: { type: 'realm', op: 'update', property, value }, audience: 'realm' });
    return;
  }
  const data = {
    [property]: value,
    // The older spelling of the same.
    ...(property === 'topics_policy' && { mandatory_topics: value === 'disable_empty_topic' }),
  };
  announceRealmChanges({ emit }, data);
}

/** What accounts that are made from now on begin with. */
export function announceDefaultSetting(
  { emit }: Pick<ServiceContext, 'emit'>,
  property: string,
  value: unknown,
): void {
  emit({
    payload: { type: 'realm_user_settings_defaults', op: 'update', property, value },
    audience: 'realm',
  });
}

export function announceRealmChanges(
  { emit }: Pick<ServiceContext, 'emit'>,
  data: Readonly<Record<string, unknown>>,
): void {
  emit({
    payload: { type: 'realm', op: 'update_dict', property: 'default', data },
    audience: 'realm',
  });
}
