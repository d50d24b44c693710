import { sql } from 'drizzle-orm';
import type { Tx } from './store';

/** What is changed by one transaction at a time; each a first key of an advisory lock. */
const kinds = { navigation_views: 7301, playgrounds: 7302, linkifiers: 7303 } as const;

/**
 * Waits until no other transaction changes this list of this owner (a person or an organization), and
 * keeps others waiting until it ends. For rules about a list as a whole: order, and names used once.
 */
export async function takeTurn(tx: Tx, kind: keyof typeof kinds, owner: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${kinds[kind]}, ${owner})`);
}
