import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import { columnCheckOf } from './columns';
import { archivedTables, excludedTables } from './tables';

const modules = import.meta.glob<Record<string, unknown>>('../db/schema/*.ts', { eager: true });
const inSchema = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter((value) => value instanceof PgTable);

const nameOf = (table: PgTable) => getTableConfig(table).name;
const archived = archivedTables.map(({ table }) => nameOf(table));

it('says of every table whether archives hold it: name a new one in tables.ts', () => {
  const named = [...archived, ...excludedTables.map(({ table }) => nameOf(table))];
  expect(named.toSorted()).toEqual(inSchema.map(nameOf).toSorted());
});

it.each(archivedTables.map((each) => [nameOf(each.table), each] as const))(
  'holds %s behind what it refers to, every column of a known kind',
  (name, { table, without = {}, json = {} }) => {
    const { columns, foreignKeys, primaryKeys } = getTableConfig(table);
    const names = columns.map((column) => column.name);
    const unknown = columns.filter((column) => !columnCheckOf(column)).map((column) => column.name);
    expect(unknown, 'kinds for columns.ts').toEqual([]);
    expect(names).toEqual(expect.arrayContaining([...Object.keys(without), ...Object.keys(json)]));
    const before = archived.slice(0, archived.indexOf(name) + 1);
    for (const key of foreignKeys) {
      expect(before, name).toContain(nameOf(key.reference().foreignTable));
    }
    expect(columns.some(({ primary }) => primary) || primaryKeys.length > 0, 'a key').toBe(true);
  },
);

it('knows every column that names files', () => {
  const naming = archivedTables.filter(({ table }) =>
    getTableConfig(table).columns.some(({ name }) => /path_id$|picture/.test(name)),
  );
  expect(naming.filter(({ files }) => !files).map(({ table }) => nameOf(table))).toEqual([]);
});

it('keeps every secret out: name a column with one in tables.ts', () => {
  const secret = /key$|password|token|secret|hash/;
  const kept = archivedTables.flatMap(({ table, without = {} }) =>
    getTableConfig(table)
      .columns.map(({ name }) => name)
      .filter((name) => secret.test(name) && !Object.hasOwn(without, name))
      .map((name) => `${nameOf(table)}.${name}`),
  );
  // A part of a public address, and what bots call their values.
  expect(kept).toEqual(['avatars.key', 'bot_storage.key']);
});
