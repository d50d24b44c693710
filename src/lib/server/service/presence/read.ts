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
/** Longer than anybody was ever there; more would leave the calendar. */
const maxDays = 36_500;

export interface PresenceQuery {
  /** Only what was written after the one with this number. */
  readonly newerThan: number;
  /** How far back; 0 is nobody. */
  readonly days: number;
  /** Of the caller, where they are known already. */
  readonly permissions?: UserPermissions;
}

/** In either form, and the number of the newest that was read: `newerThan` where there was none. */
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

/** By e-mail address, as the API names somebody. */
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

/** Undefined where there was never a sign of life. */
export async function findPresence(
  { tx }: Pick<ServiceContext, 'tx'>,
  user_id: UserRow['id'],
): Promise<PresenceRecord | undefined> {
  const [row] = await tx.select().from(presences).where(eq(presences.user_id, user_id));
  return row;
}

/** Null where the organization shows nobody's presence, or nobody can be meant. */
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
