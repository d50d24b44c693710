import { eraseDatabase } from '../../client/storage/erase-database';
import { replacementSuffix } from '../../client/storage/open-database';
import {
  messageDatabasePrefix,
  olderMessageDatabasePrefix,
} from '../../writing/message-cache/offline-message-cache';
import {
  accountsInStorage,
  eraseAccountStorageButText,
} from '../../client/storage/account-storage';
import { accountsInSnapshots, eraseSnapshot } from '../../client/storage/snapshot';
import { draftsDatabasePrefix, IdbDraftStore } from '../../features/drafts/draft-store-idb';

/**
 * Erases this device's data of accounts whose session has ended elsewhere, except what only this
 * device has: unsent drafts, waiting changes, unfinished uploads and unsaved texts. Signing in
 * again continues with those. Calls `isHere` before each erasure, because another tab can sign in
 * at any time.
 */
export async function eraseSignedOutAccounts(isHere: (account: string) => boolean): Promise<void> {
  const databases = await databaseNames();
  const accountsIn = (start: string) =>
    databases.flatMap((name) => (name.startsWith(start) ? [idIn(name.slice(start.length))] : []));
  const ended = (accounts: readonly string[]) => accounts.filter((id) => !isHere(id));
  ended(accountsInStorage()).forEach(eraseAccountStorageButText);
  await Promise.allSettled([
    ...ended(await accountsInSnapshots()).map(eraseSnapshot),
    ...ended(accountsIn(messageDatabasePrefix)).map((id) =>
      eraseDatabase(messageDatabasePrefix + id),
    ),
    ...accountsIn(olderMessageDatabasePrefix).map((id) =>
      eraseDatabase(olderMessageDatabasePrefix + id),
    ),
    ...ended(accountsIn(draftsDatabasePrefix)).map((id) => keepUnsent(id, isHere)),
  ]);
}

/** The replacement of an unreadable database has the same name with a suffix. */
const idIn = (name: string) =>
  name.endsWith(replacementSuffix) ? name.slice(0, -replacementSuffix.length) : name;

/** Safari before 14 and Firefox before 126 can't list databases. */
async function databaseNames(): Promise<readonly string[]> {
  const found = await globalThis.indexedDB?.databases?.().catch(() => []);
  return (found ?? []).flatMap(({ name }) => name ?? []);
}

async function keepUnsent(account: string, isHere: (account: string) => boolean): Promise<void> {
  const store = await IdbDraftStore.open(account);
  try {
    if (!isHere(account)) await store.retainUnsent();
  } finally {
    store.close();
  }
}
