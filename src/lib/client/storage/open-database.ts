import { deleteDB, openDB, unwrap, type IDBPDatabase, type OpenDBCallbacks } from 'idb';
import { on } from 'svelte/events';
import { ListenerSet } from '../listener-set';

/**
 * Reports data that this build can't read: a whole store, which is set aside and created again, or
 * single rows, which are skipped. The shell of the account shows it to the user.
 */
export const unreadableDataListeners = new ListenerSet<'store' | 'rows'>();

/**
 * Suffix of the database that replaces one that was set aside, because a newer build may need the
 * old one.
 */
export const replacementSuffix = '+';

/**
 * Opens version 1 of a database of this browser with these stores. A database of a newer version,
 * or without its stores, is set aside. It is closed when another page erases it, and when this page
 * is frozen: see `giveUp`.
 */
export async function openDatabase<Schema>(
  name: string,
  stores: readonly string[],
  upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>,
): Promise<IDBPDatabase<Schema>> {
  const found = await openWhole(name, stores, upgrade);
  if (found) return found;
  const instead = name + replacementSuffix;
  // Report only once: the replacement works as well as the original.
  const made: typeof upgrade = (...opened) => {
    unreadableDataListeners.notify('store');
    return upgrade(...opened);
  };
  const other = await openWhole(instead, stores, made);
  if (other) return other;
  await deleteDB(instead);
  return openOne(instead, made);
}

/** Null if it exists but this build can't use it. */
async function openWhole<Schema>(
  name: string,
  stores: readonly string[],
  upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>,
): Promise<IDBPDatabase<Schema> | null> {
  let opened: IDBPDatabase<Schema>;
  try {
    opened = await openOne(name, upgrade);
  } catch (failure) {
    if (failure instanceof DOMException && failure.name === 'VersionError') return null;
    throw failure;
  }
  const { objectStoreNames } = unwrap(opened) as IDBDatabase;
  if (stores.every((store) => objectStoreNames.contains(store))) return opened;
  opened.close();
  return null;
}

async function openOne<Schema>(
  name: string,
  upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>,
): Promise<IDBPDatabase<Schema>> {
  const opened = await openDB<Schema>(name, 1, {
    upgrade,
    // Another tab signs out and erases the database: don't block it.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });
  follow(unwrap(opened) as IDBDatabase);
  return opened;
}

const open = new Map<IDBDatabase, Set<IDBTransaction>>();
let isListening = false;

function follow(database: IDBDatabase): void {
  if (!isListening) on(window, 'pagehide', giveUp);
  isListening = true;
  const running = new Set<IDBTransaction>();
  open.set(database, running);
  const begin = database.transaction.bind(database);
  database.transaction = (...of) => {
    const transaction = begin(...of);
    running.add(transaction);
    for (const end of ['complete', 'abort']) {
      on(transaction, end, () => running.delete(transaction));
    }
    return transaction;
  };
  const close = database.close.bind(database);
  database.close = () => {
    open.delete(database);
    close();
  };
}

/**
 * A page in the back/forward cache is frozen at any point. WebKit leaves its transactions open, and
 * transactions of the next page would wait for them forever. So they are aborted, and their callers
 * get the error. Text typed until then is in `features/drafts/crash-buffer`; a page that comes back
 * reloads (`routes/+layout.svelte`).
 */
function giveUp({ persisted }: PageTransitionEvent): void {
  if (!persisted) return;
  for (const [database, running] of open) {
    for (const transaction of running) abort(transaction);
    database.close();
  }
  open.clear();
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It has just ended.
  }
}
