import { and, eq, not } from 'drizzle-orm';
import { users } from '../db/schema/users';
import type { DrizzleDatabase } from '../db/store';
import type { TrackedQueue } from './tracked-queue';
import { storeQueueProgress, type QueueProgress } from './queue-progress';

/** Milliseconds for which a waiting poll's queue is written down as connected beyond the present. */
const keptAhead = 360_000;
/** It is written anew so long before that ends. */
const keptMargin = 5_000;
/** A client that was answered asks again long before. */
const maxAbsenceMilliseconds = 60_000;

/**
 * Writes down of queues that their client is there, some minutes ahead, and when it has left; who has
 * left is followed no more. A process that is killed leaves its queues those minutes longer. Returns
 * those whose rows are gone.
 */
export async function persistQueuePolls(
  db: DrizzleDatabase,
  queues: Map<string, TrackedQueue>,
  now: number,
): Promise<string[]> {
  const written: [TrackedQueue, QueueProgress][] = [];
  for (const [id, followed] of queues) {
    const { waiting, answeredAt: left, acknowledged, stored } = followed;
    // While a poll waits, all that was told is acknowledged.
    const position = waiting ? followed.seen : followed.position;
    const isAbsent = !waiting && left < now - maxAbsenceMilliseconds;
    if (isAbsent) queues.delete(id);
    const isDue = !isAbsent && (followed.unsure || stored.lastPoll < now + keptMargin);
    const isBehind = isAbsent && (stored.position !== position || stored.lastPoll !== left);
    if (!isDue && !isBehind) continue;
    const last_poll = isDue ? now + keptAhead : left;
    written.push([followed, { id, acknowledged, position, known: stored.lastPoll, last_poll }]);
  }
  if (written.length === 0) return [];
  const gone = await storeQueueProgress(
    db,
    written.map(([, touched]) => touched),
  );
  for (const [followed, { position, last_poll }] of written) {
    followed.stored = { position, lastPoll: last_poll };
    followed.unsure = false;
  }
  return gone;
}

/** The queues of accounts that were deactivated. */
export async function queuesOfDeactivated(
  db: DrizzleDatabase,
  realm_id: number,
  queues: ReadonlyMap<string, TrackedQueue>,
): Promise<string[]> {
  const gone = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.realm_id, realm_id), not(users.is_active)));
  const ids = new Set(gone.map(({ id }) => id));
  return [...queues.values()].flatMap(({ queue }) => (ids.has(queue.user_id) ? queue.id : []));
}
