import { randomBytes } from 'node:crypto';
import { and, eq, inArray, isNull, lt, ne, sql, type SQL } from 'drizzle-orm';
import type { ServiceClock } from './clock';
import type { ServiceContext } from './context';
import { anyOf } from './db/ids';
import { eventQueues } from './db/schema/events';
import { sessions } from './db/schema/sessions';
import { sessionId } from './db/session-id';
import { users } from './db/schema/users';
import type { DatabaseTransaction, DatabaseStore } from './db/store';
import type { PollRegistry } from './events/polls';
import { removeQueuesOf, removeQueuesWhere } from './events/queues';
import { ServiceFailure } from './failure';

/** Seconds after signing in when a session ends, however much it is used. */
export const maxSessionSeconds = 90 * 24 * 3600;

/**
 * Signs in the owner of this key. Returns the token for the session's calls. Throws INVALID_API_KEY
 * for an invalid key, including one that is replaced at the same moment.
 */
export async function openSession(
  store: DatabaseStore,
  clock: ServiceClock,
  { email, api_key }: { readonly email: string; readonly api_key: string },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await store.transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id })
      .from(users)
      .where(
        and(
          sql`lower(${users.delivery_email}) = lower(${email})`,
          eq(users.api_key, api_key),
          eq(users.is_active, true),
        ),
      )
      .for('share');
    if (!user) throw new ServiceFailure('INVALID_API_KEY', 'Invalid API key', 401);
    const created = new Date(clock.now());
    await tx.insert(sessions).values({ id: sessionId(token), user_id: user.id, created });
  });
  return token;
}

/** Signs out. The session's queues end with it, in every process. */
export async function endSessionByToken(
  store: DatabaseStore,
  polls: PollRegistry,
  token: string,
): Promise<void> {
  const which = eq(sessions.id, sessionId(token));
  await polls.end(await store.transaction((tx) => remove(tx, which)));
}

/**
 * Ends the caller's other sessions. Returns the ids of queues that end with them, for `polls.end`.
 */
export function endOtherSessionsOf(
  tx: DatabaseTransaction,
  user_id: number,
  session: string | undefined,
): Promise<string[]> {
  const others = session === undefined ? undefined : ne(sessions.id, session);
  return remove(tx, and(eq(sessions.user_id, user_id), others)!);
}

/**
 * Ends everything that the caller's key has opened, except the caller's own session. Returns the
 * same.
 */
export async function endAllSessionsOfKey(context: ServiceContext): Promise<string[]> {
  const { tx, user, request } = context;
  const ended = await endOtherSessionsOf(tx, user.id, request.session);
  const left = await removeQueuesWhere(
    tx,
    and(eq(eventQueues.user_id, user.id), isNull(eventQueues.session_id)),
  );
  return [...ended, ...left];
}

/** Ends everything that the keys and sessions of these users have opened. Returns the same. */
export async function endAllSessionsOf(
  tx: DatabaseTransaction,
  user_ids: readonly number[],
): Promise<string[]> {
  const ended = await remove(tx, anyOf(sessions.user_id, user_ids));
  return [...ended, ...(await removeQueuesOf(tx, user_ids))];
}

async function remove(tx: DatabaseTransaction, which: SQL): Promise<string[]> {
  // A request that creates a queue in one of them waits for the lock, and then finds the session
  // gone.
  const gone = await tx.select({ id: sessions.id }).from(sessions).where(which).for('update');
  if (gone.length === 0) return [];
  const ids = gone.map(({ id }) => id);
  const ended = await removeQueuesWhere(tx, inArray(eventQueues.session_id, ids));
  await tx.delete(sessions).where(inArray(sessions.id, ids));
  return ended;
}

/**
 * Deletes expired sessions, whose sealed cookies have expired before. Returns the ids of queues
 * that end with them, for `polls.end`.
 */
export function sweepSessions(store: DatabaseStore, now: number): Promise<string[]> {
  const since = new Date(now - maxSessionSeconds * 1000);
  return store.transaction((tx) => remove(tx, lt(sessions.created, since)));
}
