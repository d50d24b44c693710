import { expect, test } from 'vitest';
import { createDatabase } from '../../../../../tests/support/database';
import { unseenFiles } from '../../../../../tests/support/storages';
import { systemClock } from '../clock';
import { openStore } from '../db/open';
import { messages } from '../db/schema/messages';
import { users } from '../db/schema/users';
import { fillLargeSample, fillSample } from './fill';
import { sampleUsers } from './people';

const tenth = { users: 1000, channels: 1000, messages: 10_000, topics: 2000, drafts: 500 };

test('of two processes that fill one PostgreSQL, one creates the complete sample', async () => {
  const database = await createDatabase();
  const options = { dataDir: '/nowhere', databaseUrl: database.url };
  const stores = [await openStore(options), await openStore(options)] as const;
  const outcomes = await Promise.allSettled(
    stores.map((store) => fillSample(store, systemClock, 'small', unseenFiles)),
  );
  const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refusals).toMatchObject([{ name: 'ServiceFailure', status: 409 }]);
  // Including the system bot.
  expect(await stores[0].db.$count(users)).toBe(sampleUsers.length + 1);
  for (const store of stores) await store.close();
  await database.drop();
});

test('a large sample is created on PostgreSQL', async () => {
  const database = await createDatabase();
  const store = await openStore({ dataDir: '/nowhere', databaseUrl: database.url });
  await fillLargeSample(store, systemClock, tenth, unseenFiles);
  expect(await store.db.$count(messages)).toBe(tenth.messages);
  await store.close();
  await database.drop();
});
