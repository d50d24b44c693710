import { openDB } from 'idb';
import { afterEach, expect, it } from 'vitest';
import { aState } from '../../../../tests/support/state';
import { messageDatabasePrefix } from '../../writing/message-cache/offline-message-cache';
import {
  eraseAccountStorage,
  accountStorageNames,
  writeAccountStorage,
} from '../../client/storage/account-storage';
import {
  chooseAccount,
  forgetChosenAccount,
  forgetSession,
  rememberSession,
  storedSessionKey,
} from '../../client/session/session';
import { accountsInSnapshots, readSnapshot, writeSnapshot } from '../../client/storage/snapshot';
import { defaultLimits, emptyBody } from '../../features/drafts/engine/draft-body';
import { draftsDatabasePrefix, IdbDraftStore } from '../../features/drafts/draft-store-idb';
import { eraseSignedOutAccounts } from './erase-signed-out-accounts';

const ended = 'ended-1';
const here = 'here-1';
const person = (id: string) => ({
  id,
  full_name: 'Ada',
  email: 'ada@example.com',
  realm_name: 'Press',
  realm_url: 'https://press.example.com',
});

const env = { now: 60_000, newId: () => 'x', limits: defaultLimits };
const row = (id: number, content: string) => ({ id, ...emptyBody, content, timestamp: 1 });

async function fill(account: string): Promise<void> {
  for (const name of ['first/drafts', 'places', 'snippet-bin', 'searches']) {
    writeAccountStorage(account, name, ['x']);
  }
  for (const name of ['unsaved/snippet/1', 'left-draft/p/1', 'series/1', 'series-text/1']) {
    writeAccountStorage(account, name, ['x']);
  }
  await writeSnapshot(account, aState({ user_id: 7 }), new AbortController().signal);
  const messages = await openDB(messageDatabasePrefix + account, 1, {
    upgrade: (db) => void db.createObjectStore('messages', { keyPath: 'id' }),
  });
  await messages.put('messages', { id: 1, message: 'of somebody' });
  messages.close();
  const store = await IdbDraftStore.open(account);
  const write = (change: Parameters<IdbDraftStore['write']>[0]) =>
    store.write(change, env, () => undefined);
  await write({ type: 'rows', rows: [row(1, 'the server has it'), row(2, 'and deleted')] });
  const [first] = [...(await store.read('all')).records.values()];
  await write({ type: 'remove', locals: [first!.local], reason: 'deleted' });
  const to = { ...emptyBody, content: 'nobody has it' };
  await write({ type: 'edit', local: 'own', from: emptyBody, to, at: 1 });
  store.close();
}

async function draftsOf(account: string): Promise<[readonly string[], number]> {
  const store = await IdbDraftStore.open(account);
  const { records, bin } = await store.read('all');
  store.close();
  return [[...records.values()].map((one) => one?.body.content ?? '').sort(), bin.size];
}

afterEach(async () => {
  localStorage.removeItem(storedSessionKey);
  localStorage.removeItem('inkwell.ended');
  [ended, here].forEach(forgetChosenAccount);
  for (const id of [ended, here]) {
    eraseAccountStorage(id);
    for (const start of [messageDatabasePrefix, draftsDatabasePrefix])
      indexedDB.deleteDatabase(start + id);
  }
  await caches.delete('inkwell-snapshots');
});

it('keeps of an ended session only text that exists nowhere else', async () => {
  await Promise.all([fill(ended), fill(here)]);
  await eraseSignedOutAccounts((id) => id === here);
  expect([...accountStorageNames(ended, '')].sort()).toEqual([
    'left-draft/p/1',
    'series-text/1',
    'series/1',
    'unsaved/snippet/1',
  ]);
  expect(accountStorageNames(here, '')).toHaveLength(8);
  expect(await accountsInSnapshots()).toEqual([here]);
  expect(await readSnapshot(here)).not.toBeNull();
  const names = (await indexedDB.databases()).map(({ name }) => name);
  expect(names).toContain(messageDatabasePrefix + here);
  expect(names).not.toContain(messageDatabasePrefix + ended);
  expect(await draftsOf(ended)).toEqual([['nobody has it'], 0]);
  const [drafts, bin] = await draftsOf(here);
  expect([drafts, bin]).toEqual([expect.arrayContaining(['nobody has it']), 1]);
  expect(drafts).toHaveLength(2);
});

it('erases message caches that only older builds read, of all accounts', async () => {
  const name = `inkwell.messages.${here}`;
  (await openDB(name, 1)).close();
  await eraseSignedOutAccounts(() => true);
  expect((await indexedDB.databases()).map((one) => one.name)).not.toContain(name);
});

it('erases nothing of an account that signs in while others are being erased', async () => {
  await Promise.all([fill(ended), fill(here)]);
  const signedIn: string[] = [];
  const erasing = eraseSignedOutAccounts((id) => signedIn.includes(id));
  signedIn.push(ended, here);
  await erasing;
  for (const id of [ended, here]) {
    expect(accountStorageNames(id, '')).toHaveLength(8);
    expect(await readSnapshot(id)).not.toBeNull();
    expect((await draftsOf(id))[1]).toBe(1);
  }
  const names = (await indexedDB.databases()).map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([messageDatabasePrefix + ended, messageDatabasePrefix + here]),
  );
});

const session = (...accounts: string[]) => ({
  accounts: accounts.map(person),
  embedded: true,
  setup_needed: false,
});

it('keeps only unsaved text of an account whose session has ended', () => {
  rememberSession(session(ended, here));
  // This browser's tabs start with another account.
  chooseAccount(here);
  rememberSession(session(here));
  expect(writeAccountStorage(ended, 'unsaved/snippet/1', 'x')).toBe(true);
  expect(writeAccountStorage(ended, 'places', [])).toBe(false);
  expect(writeAccountStorage(here, 'places', [])).toBe(true);
  expect(accountStorageNames(ended, '')).toEqual(['unsaved/snippet/1']);
});

it('keeps nothing of an account that has signed out', () => {
  rememberSession(session(ended, here));
  chooseAccount(ended);
  forgetSession(ended);
  rememberSession(session(here));
  expect(writeAccountStorage(ended, 'places', [])).toBe(false);
  expect(writeAccountStorage(ended, 'unsaved/snippet/1', 'x')).toBe(false);
});
