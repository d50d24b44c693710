import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { memoryStore } from '../../../../../tests/support/stores';

it('lets others have their turn in a long transaction', async () => {
  const store = await memoryStore();
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await store.transaction(async (tx) => {
    for (let i = 0; i < 20; i++) await tx.execute(sql`select pg_sleep(0.03)`);
  });
  isOver = true;
  expect(turns).toBeGreaterThan(5);
  await store.close();
});
