import { afterAll, beforeAll, describe } from 'vitest';
import { createDatabase } from '../../../../../tests/support/database';
import { checkTransactions } from '../../../../../tests/support/transactions';
import { openStore } from './open';
import type { DatabaseStore } from './store';

let store: DatabaseStore;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createDatabase();
  drop = database.drop;
  store = await openStore({ dataDir: '', databaseUrl: database.url });
});
afterAll(async () => {
  await store.close();
  await drop();
});

describe('a transaction on PostgreSQL', () => checkTransactions(() => store));
