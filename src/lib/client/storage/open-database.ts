import { deleteDB, openDB, unwrap, type IDBPDatabase, type OpenDBCallbacks } from 'idb';
import { on } from 'svelte/events';
import { ListenerSet } from '../listener-set';

/**
 * What of this device can't be read: a whole store, which is set aside and made anew, or single rows of
 * one, which are passed over. Whoever shows the account tells its person.
 */
export const unreadableDataListeners = new ListenerSet<'store' | 'rows'>();

/** Behind the name of what stands in for a database that is set aside: a newer build may want it back. */
export const replacementSuffix = '+';

/**
 * Opens a database of this browser, in its first version, with these stores. One of a newer version, or
 * without its stores, is set aside. It is given up when another page erases it, and when this page is put
 * aside: see `giveUp`.
 */
export async function openDatabase<Schema>(
  name: string,
  stores: readonly string[],
  upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>,
): Promise<IDBPDatabase<Schema>> {
  const found = await openWhole(name, stores, upgrade);
  if (found) return found;
  const instead = name + replacementSuffix;
  // Told once: the stand-in serves as well as the first one did.
  const made: typeof upgrade = (...opened) => {
    unreadableDataListeners.notify('store');
    return upgrade(...opened);
  };
  const other = await openWhole(instead, stores, made);
  if (other) return other;
  await deleteDB(instead);
  return openOne(instead, made);
}

/** Null where it is there and of no use to this build. */
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
    // Another tab signs out and erases: do not stand in its way.
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
 * A page that the browser keeps for its Back button is frozen in whatever it does. WebKit leaves its
 * transactions open, and the next page's wait for them for ever: they are ended, and whoever began them
 * is told. What was typed until then, `features/drafts/crash-buffer` keeps; a page that comes back begins
 * anew (`routes/+layout.svelte`).
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
