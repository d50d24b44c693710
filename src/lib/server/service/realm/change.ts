import {
  realmSettingNames,
  realmSettingsTable,
  type RealmSettingName,
  type RealmSettingValues,
} from '$lib/api/realm-settings-table';
import { eq, sql, and } from 'drizzle-orm';
import { recordAuditedChange } from '../audit/record';
import type { ServiceContext } from '../context';
import { realms } from '../db/schema/realms';
import type { RealmRow } from '../model';
import { realmSettingOf } from './settings';
import { userRole } from '$lib/api/roles';
import { users } from '../db/schema/users';
import { loadSystemGroups } from '../permissions/load';
import { isFullMember } from '../permissions/roles';

/**
 * Announces who becomes a full member, and who no longer is one, after a change of the waiting
 * period.
 */
async function announceFullMembers(
  context: ServiceContext,
  before: RealmRow,
  after: RealmRow,
): Promise<void> {
  const { tx, clock, emit } = context;
  const members = await tx
    .select({ id: users.id, role: users.role, date_joined: users.date_joined })
    .from(users)
    .where(
      and(
        eq(users.realm_id, after.id),
        eq(users.is_active, true),
        eq(users.is_system_bot, false),
        eq(users.role, userRole.member),
      ),
    );
  const now = clock.now();
  const changed = members.filter(
    (person) => isFullMember(person, before, now) !== isFullMember(person, after, now),
  );
  if (changed.length === 0) return;
  const group_id = (await loadSystemGroups(context)).id('role:fullmembers');
  const op = isFullMember(changed[0]!, after, now) ? 'add_members' : 'remove_members';
  const user_ids = changed.map(({ id }) => id);
  emit({ payload: { type: 'user_group', op, group_id, user_ids }, audience: 'realm' });
}

/**
 * Values by API name without `realm_`. `name` and `description` are the organization's own columns.
 */
export type RealmChanges = Partial<RealmSettingValues> & {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
} & Readonly<Record<string, unknown>>;

/**
 * Stores values that differ from the context's locked organization, records them in the audit log
 * and announces them to everyone. The values must be checked already.
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
  // It is the default for new accounts.
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

/** Permissions and some settings are sent in the second of the two documented forms. */
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
    // The older form of the same setting.
    ...(property === 'topics_policy' && { mandatory_topics: value === 'disable_empty_topic' }),
  };
  announceRealmChanges({ emit }, data);
}

/** Announces a default setting for new accounts. */
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
