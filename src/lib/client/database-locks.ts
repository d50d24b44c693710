import { on } from 'svelte/events';

/**
 * Locks between tabs for pages that lack the Web Locks API (plain http). The tab that creates the
 * database `name` holds the lock while it has it open: the browser closes it with the tab, and
 * deletes a database only when no tab has it open. If the browser has no databases, every tab gets
 * the lock; then nothing is stored that tabs could share.
 */

/** Takes the lock unless another tab holds it or left it behind. Returns the release function. */
export async function createLock(name: string): Promise<(() => void) | null> {
  try {
    if ((await databaseNames()).includes(name)) return null;
    const opening = indexedDB.open(name);
    let isNew = false;
    opening.onupgradeneeded = () => (isNew = true);
    const database = await resultOf(opening);
    if (!isNew) {
      database.close();
      return null;
    }
    // A page in the back/forward cache doesn't give up its databases. It reloads if it comes back.
    const stop = on(window, 'pagehide', () => database.close());
    return () => {
      stop();
      database.close();
      void deleteLock(name);
    };
  } catch {
    return () => undefined;
  }
}

/** Resolves once no tab holds the lock. */
export async function deleteLock(name: string): Promise<void> {
  await resultOf(indexedDB.deleteDatabase(name)).catch(() => undefined);
}

/** Deletes the databases of unused locks that closed tabs have left behind. */
export async function deleteUnusedLocks(prefix: string, used: readonly string[]): Promise<void> {
  const names = await databaseNames().catch(() => []);
  for (const name of names) {
    if (name.startsWith(prefix) && !used.includes(name)) void deleteLock(name);
  }
}

async function databaseNames(): Promise<readonly string[]> {
  return (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no database'));
  });
}
