import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import type { Database, Tx } from '../context';
import { StartFailure } from '../start-failure';
import { isRetryable } from './sqlstate';
import type { Notice, Store } from './store';

const channel = 'inkwell';
const attempts = 6;

/** PostgreSQL by URL, with a pool of ten connections and one that listens. Throws `StartFailure`. */
export async function openPostgres(url: string): Promise<Store> {
  const client = postgres(url, { max: 10, connect_timeout: 10, onnotice: () => undefined });
  try {
    await client`select 1`;
  } catch (error) {
    await client.end({ timeout: 1 });
    throw new StartFailure(
      'unreachable',
      `The database of DATABASE_URL cannot be reached (${reasonOf(error)}). Start it, or correct DATABASE_URL.`,
      { cause: error },
    );
  }
  const db = drizzle(client) as unknown as Database;
  const self = randomUUID();

  return {
    kind: 'postgres',
    db,
    async transaction(work, isolation = 'read committed') {
      const config =
        isolation === 'read committed'
          ? undefined
          : { isolationLevel: isolation as typeof isolation };
      for (let attempt = 1; ; attempt++) {
        try {
          return await db.transaction((tx) => work(tx as Tx), config);
        } catch (error) {
          if (attempt === attempts || !isRetryable(error)) throw error;
          await pause(Math.random() * 2 ** attempt * 5);
        }
      }
    },
    async notify(tx, notice) {
      const payload = JSON.stringify({ from: self, ...notice });
      await tx.execute(sql`select pg_notify(${channel}, ${payload})`);
    },
    async listen(onNotice, onGap) {
      await client.listen(
        channel,
        (payload) => {
          const { from, ...notice } = JSON.parse(payload) as Notice & { from: string };
          if (from !== self) onNotice(notice as Notice);
        },
        onGap,
      );
    },
    close: () => client.end({ timeout: 5 }),
  };
}

/** Without the URL's password: drivers put the address, never credentials, into these. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  return 'code' in error ? String(error.code) : error.message;
}
