import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { migrate } from '$lib/server/service/db/migrate';
import { startTestService } from '../support/service';
import { ownStore } from '../support/stores';
import { dumpOf, emptyTables, restore } from './dump';
import { expectRows, ownerIn, writeRows } from './rows';
import { schemaOf } from './schema';

/*
 * Each release leaves its database here, and every later Inkwell must take it over:
 *
 *   RELEASE=0.2.0 npx vitest run --project unit tests/upgrade
 *
 * writes 0.2.0.sql. It is made once, when the release is tagged, and never again; nor is a migration
 * that was released ever changed. 0.1.0.sql alone is made anew until that release is out.
 */

/** Milliseconds: each makes a database or two from nothing, beside other tests. */
const patience = 60_000;

const folder = import.meta.dirname;
const kept = readdirSync(folder).filter((name) => name.endsWith('.sql'));

it('keeps a row of every table in the dump of a release', { timeout: patience }, async () => {
  const t = await startTestService();
  await writeRows(t, 'first');
  expect(await emptyTables(t.store)).toEqual([]);
  const dump = await dumpOf(t.store);
  await t.service.close();
  if (process.env.RELEASE) await writeFile(join(folder, `${process.env.RELEASE}.sql`), dump);
});

describe.each(kept)('the database of %s', (name) => {
  it('becomes what this Inkwell makes, and is used on', { timeout: patience }, async () => {
    const store = await ownStore();
    const made = await schemaOf(store);
    await restore(store, await readFile(join(folder, name), 'utf8'));
    expect(await emptyTables(store)).toEqual([]);
    await store.transaction(migrate);
    expect(await schemaOf(store)).toEqual(made);
    const t = await startTestService({ store, owner: await ownerIn(store) });
    await expectRows(t);
    await t.service.close();
  });
});
