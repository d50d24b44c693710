import { and, eq, gt, gte } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { presences } from '../db/schema/presence';
import { users } from '../db/schema/users';
import type { UserRow } from '../model';
import type { UserPermissions } from '../permissions/load';
import { realmSettingOf } from '../realm/settings';
import { apiEmail } from '../users/email';
import { visibleUsers } from '../permissions/visible-users';
import { legacyPresence, modernPresence, type PresenceRecord } from './presence-record';

const day = 86_400_000;
/** Longer than anyone was online. Larger values would exceed the range of dates. */
const maxDays = 36_500;

export interface PresenceQuery {
  /** Only entries with a greater update id. */
  readonly newerThan: number;
  /** How many days back. 0 returns no one. */
  readonly days: number;
  /** The caller's permissions, if already loaded. */
  readonly permissions?: UserPermissions;
}

/** Presences in either form, and the greatest update id read, or `newerThan` if there was none. */
interface PresencesRead<Shape> {
  readonly presences: Record<string, Shape>;
  readonly last_id: number;
}

/** By user id. */
export async function modernPresences(
  context: ServiceContext,
  wanted: PresenceQuery,
): Promise<PresencesRead<ReturnType<typeof modernPresence>>> {
  const conditions = await conditionsOf(context, wanted);
  if (!conditions) return { presences: {}, last_id: wanted.newerThan };
  const rows = await context.tx
    .select({ id: users.id, seen: presences })
    .from(presences)
    .innerJoin(users, eq(users.id, presences.user_id))
    .where(conditions);
  return {
    presences: Object.fromEntries(rows.map(({ id, seen }) => [String(id), modernPresence(seen)])),
    last_id: newest(rows, wanted),
  };
}

/** By email address, as the API shows it. */
export async function legacyPresences(
  context: ServiceContext,
  wanted: PresenceQuery,
): Promise<PresencesRead<ReturnType<typeof legacyPresence>>> {
  const conditions = await conditionsOf(context, wanted);
  if (!conditions) return { presences: {}, last_id: wanted.newerThan };
  const rows = await context.tx
    .select({ user: users, seen: presences })
    .from(presences)
    .innerJoin(users, eq(users.id, presences.user_id))
    .where(conditions);
  return {
    presences: Object.fromEntries(
      rows.map(({ user, seen }) => [apiEmail(user, context.baseUrl), legacyPresence(seen)]),
    ),
    last_id: newest(rows, wanted),
  };
}

/** Undefined if the user was never online. */
export async function findPresence(
  { tx }: Pick<ServiceContext, 'tx'>,
  user_id: UserRow['id'],
): Promise<PresenceRecord | undefined> {
  const [row] = await tx.select().from(presences).where(eq(presences.user_id, user_id));
  return row;
}

/** Null if the organization doesn't show presence, or no one can match. */
async function conditionsOf(
  context: ServiceContext,
  { newerThan, days, permissions }: PresenceQuery,
) {
  const { realm, clock } = context;
  if (days === 0 || realmSettingOf(realm, 'presence_disabled')) return null;
  const oldest = new Date(clock.now() - Math.min(days, maxDays) * day);
  return and(
    eq(presences.realm_id, realm.id),
    gt(presences.update_id, newerThan),
    gte(presences.last_connected, oldest),
    eq(users.is_active, true),
    await visibleUsers(context, permissions),
  );
}

function newest(
  rows: readonly { readonly seen: { readonly update_id: number } }[],
  { newerThan }: PresenceQuery,
): number {
  return rows.reduce((last, { seen }) => Math.max(last, seen.update_id), newerThan);
}
