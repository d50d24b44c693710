import { eraseDatabase } from '../../client/erase-database';
import { standIn } from '../../client/open-database';
import { messagesDatabase } from '../../client/kept-messages/kept-messages';
import { accountsInMemory, eraseMemoryButWritten } from '../../client/memory';
import { accountsInSnapshots, eraseSnapshot } from '../../client/snapshot';
import { draftsDatabase, IdbStore } from '../../features/drafts/store-idb';

/**
 * Of accounts that this browser is not signed in to any more, their session having ended elsewhere, only
 * what the person wrote stays, and what nobody has yet: unsent drafts, waiting changes, unfinished
 * uploads and unsaved texts. Lists, state, messages and what else was kept of the server's go. Once the
 * person has signed in again, it goes on from there.
 */
export async function forgetEnded(here: readonly string[]): Promise<void> {
  const isHere = new Set(here);
  const databases = await databaseNames();
  const accountsIn = (start: string) =>
    databases.flatMap((name) => (name.startsWith(start) ? [idIn(name.slice(start.length))] : []));
  const ended = (accounts: readonly string[]) => accounts.filter((id) => !isHere.has(id));
  ended(accountsInMemory()).forEach(eraseMemoryButWritten);
  await Promise.allSettled([
    ...ended(await accountsInSnapshots()).map(eraseSnapshot),
    ...ended(accountsIn(messagesDatabase)).map((id) => eraseDatabase(messagesDatabase + id)),
    ...ended(accountsIn(draftsDatabase)).map(keepUnsent),
  ]);
}

/** What stands in for a database that can't be read is named after it. */
const idIn = (name: string) => (name.endsWith(standIn) ? name.slice(0, -standIn.length) : name);

/** Safari before 14 and Firefox before 126 do not tell. */
async function databaseNames(): Promise<readonly string[]> {
  const found = await globalThis.indexedDB?.databases?.().catch(() => []);
  return (found ?? []).flatMap(({ name }) => name ?? []);
}

async function keepUnsent(account: string): Promise<void> {
  const store = await IdbStore.open(account);
  try {
    await store.keepUnsent();
  } finally {
    store.close();
  }
}
