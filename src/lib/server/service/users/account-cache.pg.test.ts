import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createDatabase } from '../../../../../tests/support/database';
import { checkKnownAccounts } from '../../../../../tests/support/known-accounts';
import { startTestService, type TestService } from '../../../../../tests/support/service';
import { openStore } from '../db/open';
import type { DatabaseStore } from '../db/store';
import { AccountCache } from './account-cache';

/** Two services with their own connections on one database act like two processes. */
let first: TestService;
let second: TestService;
let store: DatabaseStore;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createDatabase();
  drop = database.drop;
  const open = () => openStore({ dataDir: '', databaseUrl: database.url });
  store = await open();
  first = await startTestService({ store });
  second = await startTestService({ store: await open(), owner: first.owner });
});

afterAll(async () => {
  await Promise.all([first.service.close(), second.service.close()]);
  await drop();
});

checkKnownAccounts(() => [first, second]);

describe('cached accounts', () => {
  it('are checked with one statement for all requests made together', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => first.addUser()));
    const token = await first.service.openSession(people[0]!);
    const accounts = new AccountCache(store);
    const ask = () =>
      Promise.all([
        ...people.map(({ email }) => accounts.find(email)),
        accounts.findBySession(token),
      ]);
    const found = await ask();
    const look = vi.spyOn(store.db, 'execute');
    const read = vi.spyOn(store.db, 'select');
    expect(await ask()).toEqual(found);
    expect([look.mock.calls.length, read.mock.calls.length]).toEqual([1, 0]);
    vi.restoreAllMocks();
    await first.service.endSession(token);
    expect((await ask()).at(-1)).toBeUndefined();
    expect((await ask()).slice(0, -1)).toEqual(found.slice(0, -1));
  });
});
