import { openDB } from 'idb';
import { afterEach, expect, it } from 'vitest';
import { aState } from '../../../../tests/support/state';
import { messagesDatabase } from '../../client/kept-messages/kept-messages';
import { eraseMemory, memoryNames, writeMemory } from '../../client/memory';
import {
  chooseAccount,
  forgetChoice,
  forgetSession,
  rememberSession,
  sessionKey,
} from '../../client/session';
import { accountsInSnapshots, readSnapshot, writeSnapshot } from '../../client/snapshot';
import { usualLimits, emptyBody } from '../../features/drafts/engine/body';
import { draftsDatabase, IdbStore } from '../../features/drafts/store-idb';
import { forgetEnded } from './ended-sessions';

const ended = 'ended-1';
const here = 'here-1';
const person = (id: string) => ({
  id,
  ...{ full_name: 'Ada', email: 'ada@example.com', realm_name: 'Press' },
  realm_url: 'https://press.example.com',
});

const env = { now: 60_000, newId: () => 'x', limits: usualLimits };
const row = (id: number, content: string) => ({ id, ...emptyBody, content, timestamp: 1 });

async function fill(account: string): Promise<void> {
  for (const name of ['first/drafts', 'places', 'snippet-bin', 'searches']) {
    writeMemory(account, name, ['x']);
  }
  for (const name of ['unsaved/snippet/1', 'left-draft/p/1', 'series/1', 'series-text/1']) {
    writeMemory(account, name, ['x']);
  }
  await writeSnapshot(account, aState({ user_id: 7 }), new AbortController().signal);
  const messages = await openDB(messagesDatabase + account, 1, {
    upgrade: (db) => void db.createObjectStore('messages', { keyPath: 'id' }),
  });
  await messages.put('messages', { id: 1, message: 'of somebody' });
  messages.close();
  const store = await IdbStore.open(account);
  const write = (change: Parameters<IdbStore['write']>[0]) =>
    store.write(change, env, () => undefined);
  await write({ type: 'rows', rows: [row(1, 'the server has it'), row(2, 'and deleted')] });
  const [first] = [...(await store.read('all')).records.values()];
  await write({ type: 'remove', locals: [first!.local], reason: 'deleted' });
  const to = { ...emptyBody, content: 'nobody has it' };
  await write({ type: 'edit', local: 'own', from: emptyBody, to, at: 1 });
  store.close();
}

async function draftsOf(account: string): Promise<[readonly string[], number]> {
  const store = await IdbStore.open(account);
  const { records, bin } = await store.read('all');
  store.close();
  return [[...records.values()].map((one) => one?.body.content ?? '').sort(), bin.size];
}

afterEach(async () => {
  localStorage.removeItem(sessionKey);
  localStorage.removeItem('inkwell.ended');
  [ended, here].forEach(forgetChoice);
  for (const id of [ended, here]) {
    eraseMemory(id);
    for (const start of [messagesDatabase, draftsDatabase]) indexedDB.deleteDatabase(start + id);
  }
  await caches.delete('inkwell-snapshots');
});

it('keeps of an ended session only what the person wrote and nobody has yet', async () => {
  await Promise.all([fill(ended), fill(here)]);
  await forgetEnded((id) => id === here);
  expect([...memoryNames(ended, '')].sort()).toEqual([
    ...['left-draft/p/1', 'series-text/1', 'series/1', 'unsaved/snippet/1'],
  ]);
  expect(memoryNames(here, '')).toHaveLength(8);
  expect(await accountsInSnapshots()).toEqual([here]);
  expect(await readSnapshot(here)).not.toBeNull();
  const names = (await indexedDB.databases()).map(({ name }) => name);
  expect(names).toContain(messagesDatabase + here);
  expect(names).not.toContain(messagesDatabase + ended);
  expect(await draftsOf(ended)).toEqual([['nobody has it'], 0]);
  const [drafts, bin] = await draftsOf(here);
  expect([drafts, bin]).toEqual([expect.arrayContaining(['nobody has it']), 1]);
  expect(drafts).toHaveLength(2);
});

it('erases nothing of an account that signs in while others are being erased', async () => {
  await Promise.all([fill(ended), fill(here)]);
  const signedIn: string[] = [];
  const erasing = forgetEnded((id) => signedIn.includes(id));
  signedIn.push(ended, here);
  await erasing;
  for (const id of [ended, here]) {
    expect(memoryNames(id, '')).toHaveLength(8);
    expect(await readSnapshot(id)).not.toBeNull();
    expect((await draftsOf(id))[1]).toBe(1);
  }
  const names = (await indexedDB.databases()).map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([messagesDatabase + ended, messagesDatabase + here]),
  );
});

const session = (...accounts: string[]) => ({
  accounts: accounts.map(person),
  embedded: true,
  setup_needed: false,
});

it('keeps what is being written, and nothing else, of an account whose session has ended', () => {
  rememberSession(session(ended, here));
  // The tabs of this browser start with another account.
  chooseAccount(here);
  rememberSession(session(here));
  expect(writeMemory(ended, 'unsaved/snippet/1', 'x')).toBe(true);
  expect(writeMemory(ended, 'places', [])).toBe(false);
  expect(writeMemory(here, 'places', [])).toBe(true);
  expect(memoryNames(ended, '')).toEqual(['unsaved/snippet/1']);
});

it('keeps nothing of an account that has signed out', () => {
  rememberSession(session(ended, here));
  chooseAccount(ended);
  forgetSession(ended);
  rememberSession(session(here));
  expect(writeMemory(ended, 'places', [])).toBe(false);
  expect(writeMemory(ended, 'unsaved/snippet/1', 'x')).toBe(false);
});
