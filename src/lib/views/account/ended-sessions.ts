import { eraseDatabase } from '../../client/erase-database';
import { standIn } from '../../client/open-database';
import { messagesDatabase } from '../../client/kept-messages/kept-messages';
import { accountsInMemory, eraseMemoryButWritten } from '../../client/memory';
import { accountsInSnapshots, eraseSnapshot } from '../../client/snapshot';
import { draftsDatabase, IdbStore } from '../../features/drafts/store-idb';

/**
 * Erases what this device keeps of accounts whose session has ended elsewhere, except what only this
 * device has: unsent drafts, waiting changes, unfinished uploads and unsaved texts. Signing in again
 * continues with those. `isHere` is asked before each erasure, as another tab can sign in at any time.
 */
export async function forgetEnded(isHere: (account: string) => boolean): Promise<void> {
  const databases = await databaseNames();
  const accountsIn = (start: string) =>
    databases.flatMap((name) => (name.startsWith(start) ? [idIn(name.slice(start.length))] : []));
  const ended = (accounts: readonly string[]) => accounts.filter((id) => !isHere(id));
  ended(accountsInMemory()).forEach(eraseMemoryButWritten);
  await Promise.allSettled([
    ...ended(await accountsInSnapshots()).map(eraseSnapshot),
    ...ended(accountsIn(messagesDatabase)).map((id) => eraseDatabase(messagesDatabase + id)),
    ...ended(accountsIn(draftsDatabase)).map((id) => keepUnsent(id, isHere)),
  ]);
}

/** What stands in for a database that can't be read is named after it. */
const idIn = (name: string) => (name.endsWith(standIn) ? name.slice(0, -standIn.length) : name);

/** Safari before 14 and Firefox before 126 do not tell. */
async function databaseNames(): Promise<readonly string[]> {
  const found = await globalThis.indexedDB?.databases?.().catch(() => []);
  return (found ?? []).flatMap(({ name }) => name ?? []);
}

async function keepUnsent(account: string, isHere: (account: string) => boolean): Promise<void> {
  const store = await IdbStore.open(account);
  try {
    if (!isHere(account)) await store.keepUnsent();
  } finally {
    store.close();
  }
}
