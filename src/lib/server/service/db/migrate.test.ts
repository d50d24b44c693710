import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ownStore } from '../../../../../tests/support/stores';
import { migrate } from './open';
import type { DatabaseStore } from './store';

let store: DatabaseStore;
beforeEach(async () => {
  store = await ownStore();
});
afterEach(() => store.close());

it('refuses a database of a newer Inkwell with one line', async () => {
  await store.db.execute(sql`insert into inkwell_migrations (tag) values ('9999_later')`);
  const refused = store.transaction(migrate);
  await expect(refused).rejects.toMatchObject({ name: 'StartFailure', reason: 'too-new' });
  await expect(refused).rejects.toThrow(/^[^\n]*newer Inkwell \(migration 9999_later\)[^\n]*$/);
});

it('refuses a database from before the first release, and says what to do', async () => {
  await store.db.execute(
    sql`update inkwell_migrations set tag = '0000_start' where tag like '0000%'`,
  );
  const refused = store.transaction(migrate);
  await expect(refused).rejects.toMatchObject({ name: 'StartFailure', reason: 'unreleased' });
  await expect(refused).rejects.toThrow(/^[^\n]*Delete it, or choose another with DATA_DIR[^\n]*$/);
});
