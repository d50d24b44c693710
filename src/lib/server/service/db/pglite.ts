import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { lockFolder } from './folder-lock';
import { withPlans } from './pglite-plans';
import type { Database, Tx, Store } from './store';
import { watched } from './watched';

/** Keeps a process with PGlite near 215 MB instead of 300 MB. */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];

/** PGlite in `dataDir/pgdata`, under the folder's lock. Throws `StartFailure`. */
export async function openFolder(dataDir: string): Promise<Store> {
  const unlock = await lockFolder(dataDir);
  try {
    const client = await PGlite.create(join(dataDir, 'pgdata'), { startParams });
    return pgliteStore(client, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * A store over an open PGlite. It has one connection, on which transactions queue up, so isolation,
 * locks between transactions and notices to other processes are not needed.
 */
export function pgliteStore(client: PGlite, afterClose: () => void = () => undefined): Store {
  const listeners: ((text: string) => void)[] = [];
  const logger = {
    logQuery(text: string) {
      for (const listener of listeners) listener(text);
    },
  };
  const db = drizzle(withPlans(client) as PGlite, { logger }) as unknown as Database;
  return {
    kind: 'pglite',
    self: 'alone',
    db,
    transaction: (work) => db.transaction((tx) => work(watched(tx as Tx, breathing()))),
    onStatement: (listener) => void listeners.push(listener),
    appending: () => undefined,
    settle: () => Promise.resolve(),
    notify: () => Promise.resolve(),
    listen: () => Promise.resolve(),
    async close() {
      await client.close();
      afterClose();
    },
  };
}

/** Milliseconds for which a transaction may hold the process before others get their turn. */
const breath = 20;

/** Statements run in this process and give no turn to the others by themselves. */
function breathing(): () => Promise<void> | void {
  let since: number | undefined;
  return () => {
    const now = performance.now();
    if (since === undefined) {
      since = now;
      setImmediate(() => (since = undefined));
    }
    if (now - since > breath) return turn();
  };
}
