import { accountLanguages } from '$lib/api/account-languages';
import { settingsTable, type SettingName, type UserSettings } from '$lib/api/settings-table';
import { and, eq } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { users } from '../db/schema/users';
import type { UserRow } from '../model';
import { hidePresence, recordPresence } from '../presence/record';
import { loadAdministratorIds } from '../users/administrators';
import { audienceOfUser } from '../users/audience';
import { apiEmail, seesEmail } from '../users/email';

/** Sends the events of changed personal settings. `before` and `after` are the account's rows. */
export async function announceSettings(
  context: ServiceContext,
  changed: Partial<UserSettings>,
  before: UserRow,
  after: UserRow,
): Promise<void> {
  for (const [name, value] of Object.entries(changed)) {
    announceOne(context, name as SettingName, value, after);
  }
  if (changed.timezone !== undefined) {
    await announcePerson(context, after, {
      email: apiEmail(after, context.baseUrl),
      timezone: after.timezone,
    });
  }
  if (changed.presence_enabled !== undefined) {
    context.emit({
      payload: { type: 'user_status', user_id: after.id, away: !changed.presence_enabled },
      audience: await audienceOfUser(context, after),
    });
    if (changed.presence_enabled) await recordPresence({ ...context, user: after }, 'active');
    else await hidePresence(context, after);
  }
  if (changed.allow_private_data_export !== undefined) {
    context.emit({
      payload: {
        type: 'realm_export_consent',
        user_id: after.id,
        consented: changed.allow_private_data_export,
      },
      audience: await loadAdministratorIds(context),
    });
  }
  if (changed.email_address_visibility !== undefined) await announceEmail(context, before, after);
}

export async function announcePerson(
  context: ServiceContext,
  user: UserRow,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  context.emit({
    payload: { type: 'realm_user', op: 'update', person: { user_id: user.id, ...values } },
    audience: await audienceOfUser(context, user),
  });
}

function announceOne(
  context: ServiceContext,
  name: SettingName,
  value: unknown,
  user: UserRow,
): void {
  const audience = [user.id];
  const language =
    name === 'default_language' && typeof value === 'string'
      ? { language_name: accountLanguages[value] }
      : {};
  context.emit({
    payload: { type: 'user_settings', op: 'update', property: name, value, ...language },
    audience,
  });
  const { legacy } = settingsTable[name];
  if (legacy === 'none') return;
  const { delivery_email } = user;
  context.emit({
    payload:
      legacy === 'display'
        ? {
            type: 'update_display_settings',
            user: delivery_email,
            setting_name: name,
            setting: value,
            ...language,
          }
        : {
            type: 'update_global_notifications',
            user: delivery_email,
            notification_name: name,
            setting: value,
          },
    audience,
    hidden: { without: 'user_settings_object' },
  });
}

/** Handles changes of the address that the API shows, and of who can see the real one. */
async function announceEmail(
  context: ServiceContext,
  before: UserRow,
  after: UserRow,
): Promise<void> {
  const { tx, realm, baseUrl, emit } = context;
  const new_email = apiEmail(after, baseUrl);
  if (new_email !== apiEmail(before, baseUrl)) await announcePerson(context, after, { new_email });
  const people = await tx
    .select()
    .from(users)
    .where(and(eq(users.realm_id, realm.id), eq(users.is_active, true)));
  const changed = people.filter((person) => seesEmail(person, before) !== seesEmail(person, after));
  for (const sees of [true, false]) {
    const audience = changed.filter((person) => seesEmail(person, after) === sees);
    if (audience.length === 0) continue;
    const person = { user_id: after.id, delivery_email: sees ? after.delivery_email : null };
    emit({
      payload: { type: 'realm_user', op: 'update', person },
      audience: audience.map(({ id }) => id),
    });
  }
}
