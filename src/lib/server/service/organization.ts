import { foldCase } from '$lib/api/fold-case';
import { userRole } from '$lib/api/roles';
import { createApiKey } from './api-keys';
import type { ServiceClock } from './clock';
import { userGroups, userGroupSubgroups } from './db/schema/groups';
import { realms } from './db/schema/realms';
import { streams, subscriptions } from './db/schema/streams';
import { users } from './db/schema/users';
import type { DatabaseTransaction } from './db/store';
import { invalidValues, ServiceFailure } from './failure';
import type { RealmRow, UserRow } from './model';
import { passwordLength } from './passwords';
import { nameProblem, notificationBotName, tidyName } from './settings/full-name';
import { isTimeZone } from './settings/time-zone';
import { addressProblem } from './users/email';
import { notificationBotAddress } from './users/notification-bot';

export interface OrganizationSetup {
  readonly name: string;
  readonly full_name: string;
  readonly email: string;
  readonly password: string;
  /** The owner's IANA time zone. */
  readonly timezone?: string | undefined;
}

/** Outermost first: each contains the next. `role:nobody` is separate. */
const nestedGroups = [
  ['role:internet', 'Everyone on the Internet'],
  ['role:everyone', 'Everyone in this organization, including guests'],
  ['role:members', 'Members of this organization, not including guests'],
  ['role:fullmembers', 'Members of this organization, not including new accounts and guests'],
  ['role:moderators', 'Moderators of this organization, including administrators'],
  ['role:administrators', 'Administrators of this organization, including owners'],
  ['role:owners', 'Owners of this organization'],
] as const;

const maxNameLength = 60;
const ownerColor = '#76ce90';

/**
 * Checks the setup page's input. Throws BAD_REQUEST with a message for the user and the field's
 * name.
 */
export function checkOrganizationSetup(input: OrganizationSetup, baseUrl: string): void {
  const { name, full_name, email, password } = input;
  if (!name.trim()) throw invalidValues('name', 'The organization needs a name.');
  if ([...name.trim()].length > maxNameLength) {
    throw invalidValues(
      'name',
      `The name of the organization is over ${maxNameLength} characters.`,
    );
  }
  if (/\p{Cc}/u.test(name)) throw invalidValues('name', 'Invalid characters in name!');
  if (!full_name.trim()) throw invalidValues('full_name', 'Your name is missing.');
  const problem = nameProblem(tidyName(full_name));
  if (problem !== undefined) throw invalidValues('full_name', problem);
  if (foldCase(tidyName(full_name)) === foldCase(notificationBotName)) {
    throw invalidValues('full_name', 'This name is reserved. Use another one.');
  }
  const wrong = addressProblem(email.trim(), baseUrl);
  if (wrong !== undefined) throw invalidValues('email', wrong);
  const length = [...password].length;
  if (length < passwordLength.min) {
    throw invalidValues(
      'password',
      `The password needs at least ${passwordLength.min} characters.`,
    );
  }
  if (length > passwordLength.max) {
    throw invalidValues('password', `The password is over ${passwordLength.max} characters.`);
  }
}

/** Creates an organization with its system groups and Notification Bot, without users. */
export async function createRealm(
  tx: DatabaseTransaction,
  clock: ServiceClock,
  values: { name: string; description?: string; is_sample: boolean },
): Promise<RealmRow> {
  const [other] = await tx.select({ id: realms.id }).from(realms).limit(1);
  if (other) throw alreadyExistsFailure();
  const date_created = new Date(clock.now());
  // A service has one organization. The unique name decides between two processes that start at the
  // same time.
  const [realm] = await tx
    .insert(realms)
    .values({ ...values, string_id: 'inkwell', date_created })
    .onConflictDoNothing()
    .returning();
  if (!realm) throw alreadyExistsFailure();
  await createSystemGroups(tx, realm.id, date_created);
  await tx.insert(users).values({
    realm_id: realm.id,
    delivery_email: notificationBotAddress,
    full_name: notificationBotName,
    is_bot: true,
    bot_type: 1,
    is_system_bot: true,
    date_joined: date_created,
    api_key: createApiKey(),
  });
  return realm;
}

export function alreadyExistsFailure(): ServiceFailure {
  return new ServiceFailure('BAD_REQUEST', 'The organization already exists.', 409);
}

async function createSystemGroups(
  tx: DatabaseTransaction,
  realm_id: number,
  date_created: Date,
): Promise<void> {
  const all = [['role:nobody', 'Nobody'] as const, ...nestedGroups];
  const rows = await tx
    .insert(userGroups)
    .values(
      all.map(([name, description]) => ({
        realm_id,
        name,
        description,
        is_system_group: true,
        date_created,
      })),
    )
    .returning({ id: userGroups.id, name: userGroups.name });
  const idOf = new Map(rows.map(({ id, name }) => [name, id]));
  const pairs = nestedGroups.slice(1).map(([name], i) => ({
    group_id: idOf.get(nestedGroups[i]?.[0] ?? '') ?? 0,
    subgroup_id: idOf.get(name) ?? 0,
  }));
  await tx.insert(userGroupSubgroups).values(pairs);
}

/** Creates the organization of the setup page, its owner, and a first default channel. */
export async function createOrganizationWithOwner(
  tx: DatabaseTransaction,
  clock: ServiceClock,
  input: OrganizationSetup,
  password_hash: string,
): Promise<UserRow> {
  const realm = await createRealm(tx, clock, { name: input.name.trim(), is_sample: false });
  const [user] = await tx
    .insert(users)
    .values({
      realm_id: realm.id,
      delivery_email: input.email.trim(),
      full_name: tidyName(input.full_name),
      role: userRole.owner,
      // Sent by the browser, so an unknown time zone isn't an error.
      timezone: isTimeZone(input.timezone ?? '') ? input.timezone : '',
      date_joined: realm.date_created,
      password_hash,
      api_key: createApiKey(),
      settings: realm.user_settings_defaults,
    })
    .returning();
  if (!user) throw new Error('the owner was not inserted');
  const [channel] = await tx
    .insert(streams)
    .values({
      realm_id: realm.id,
      name: 'general',
      description: 'For team-wide conversations',
      rendered_description: '<p>For team-wide conversations</p>',
      date_created: realm.date_created,
      creator_id: user.id,
      is_default: true,
    })
    .returning({ id: streams.id });
  if (!channel) throw new Error('the channel was not inserted');
  await tx
    .insert(subscriptions)
    .values({ stream_id: channel.id, user_id: user.id, color: ownerColor });
  return user;
}

/** This database's organization, if it has one. */
export async function findRealm(
  tx: Pick<DatabaseTransaction, 'select'>,
): Promise<RealmRow | undefined> {
  const [realm] = await tx.select().from(realms).limit(1);
  return realm;
}
