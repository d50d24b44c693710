import { expect, onTestFinished, test } from 'vitest';
import { emptyPlace, importTarget } from '../../../../../tests/support/archives';
import { createDatabase } from '../../../../../tests/support/database';
import { sampleRows } from '../../../../../tests/support/sample-rows';
import { openStore } from '../db/open';
import { messages } from '../db/schema/messages';
import { users } from '../db/schema/users';
import { fillLargeSample, fillSample } from './fill';

const tenth = { users: 1000, channels: 1000, messages: 10_000, topics: 2000, drafts: 500 };

test('of two processes that fill one PostgreSQL, one creates the complete sample', async () => {
  const database = await createDatabase();
  onTestFinished(database.drop);
  const open = () => openStore({ dataDir: '/nowhere', databaseUrl: database.url });
  const places = [await emptyPlace(open), await emptyPlace(open)] as const;
  const outcomes = await Promise.allSettled(
    places.map((place) => fillSample(importTarget(place), 'small')),
  );
  const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refusals).toMatchObject([{ name: 'ServiceFailure', status: 409 }]);
  expect(await places[0].store.db.$count(users)).toBe(sampleRows('users').length);
});

test('a large sample is created on PostgreSQL', async () => {
  const database = await createDatabase();
  onTestFinished(database.drop);
  const place = await emptyPlace(() =>
    openStore({ dataDir: '/nowhere', databaseUrl: database.url }),
  );
  await fillLargeSample(importTarget(place), tenth);
  expect(await place.store.db.$count(messages)).toBe(tenth.messages);
});
