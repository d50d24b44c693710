import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { migrate } from '../../src/lib/server/service/db/open';
import { startTestService } from '../support/service';
import { ownStore } from '../support/stores';
import { dumpOf, emptyTables, restore } from './dump';
import { expectRows, ownerIn, writeRows } from './rows';
import { schemaOf } from './schema';

/*
 * Each release saves its database here, and every later Inkwell must be able to upgrade it:
 *
 * RELEASE=0.2.0 npx vitest run --project unit tests/upgrade
 *
 * writes 0.2.0.sql. Do this once, when the release is tagged, and never again. Never change a
 * released migration either. Only 0.1.0.sql is rewritten, until that release is out.
 */

/**
 * Timeout in milliseconds: each test creates one or two databases from scratch while other tests
 * run.
 */
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
  it('gets today’s schema from migrations and stays usable', { timeout: patience }, async () => {
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
