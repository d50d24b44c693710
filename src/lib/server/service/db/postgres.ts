import { drizzle } from 'drizzle-orm/postgres-js';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import type { Database, Tx } from '../context';
import { StartFailure } from '../start-failure';
import { inBatches } from './batches';
import { preparing } from './preparing';
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
  const db = drizzle(preparing(client)) as unknown as Database;
  const self = randomUUID();
  const appends = new WeakMap<Tx, Map<number, number | undefined>>();

  // A commit that waits for the disk makes every commit before it durable as well.
  const settle = inBatches(async () => {
    await client`select pg_logical_emit_message(true, ${channel}, '')`;
  });
  const send = inBatches(async (notices: readonly Notice[]) => {
    const payloads = notices.map((notice) => JSON.stringify({ from: self, ...notice }));
    await client`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) payload`;
  });

  return {
    kind: 'postgres',
    db,
    async transaction(work, isolation = 'read committed') {
      const config =
        isolation === 'read committed'
          ? undefined
          : { isolationLevel: isolation as typeof isolation };
      const appended = new Map<number, number | undefined>();
      const run = (tx: Tx) => {
        appended.clear();
        appends.set(tx, appended);
        return work(tx);
      };
      const result = await retried(() => db.transaction((tx) => run(tx as Tx), config));
      if (appended.size === 0) return result;
      await settle();
      // Nobody waits for it: should it get lost, the others look for themselves within a second.
      for (const [realm_id, due] of appended) {
        const notice = { kind: 'events', realm_id, ...(due !== undefined && { due }) } as const;
        void send(notice).catch(() => undefined);
      }
      return result;
    },
    appending(tx, realm_id, due) {
      const realms = appends.get(tx);
      if (!realms) throw new Error('only the outermost transaction appends to the log');
      realms.set(realm_id, due);
    },
    settle: () => settle(),
    notify: send,
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

/** Runs a transaction again that would have succeeded at another moment. */
async function retried<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await attempt();
    } catch (error) {
      if (count === attempts || !isRetryable(error)) throw error;
      await pause(Math.random() * 2 ** count * 5);
    }
  }
}

/** Without the URL's password: drivers put the address, never credentials, into these. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  return 'code' in error ? String(error.code) : error.message;
}
