import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import { columnCheckOf } from './read';
import { archivedTables, excludedTables } from './tables';

const modules = import.meta.glob<Record<string, unknown>>('../db/schema/*.ts', { eager: true });
const inSchema = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter((value) => value instanceof PgTable);

const nameOf = (table: PgTable) => getTableConfig(table).name;
const archived = archivedTables.map(({ table }) => nameOf(table));

it('states for every table whether exports contain it: add a new one in tables.ts', () => {
  const named = [...archived, ...excludedTables.map(({ table }) => nameOf(table))];
  expect(named.toSorted()).toEqual(inSchema.map(nameOf).toSorted());
});

it.each(archivedTables.map((each) => [nameOf(each.table), each] as const))(
  'has %s after the tables it refers to, with only supported column types',
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

it('covers every column that refers to files', () => {
  const naming = archivedTables.filter(({ table }) =>
    getTableConfig(table).columns.some(({ name }) => /path_id$|picture/.test(name)),
  );
  expect(naming.filter(({ files }) => !files).map(({ table }) => nameOf(table))).toEqual([]);
});

it('leaves out every secret: list a column with one in tables.ts', () => {
  const secret = /key$|password|token|secret|hash/;
  const kept = archivedTables.flatMap(({ table, without = {} }) =>
    getTableConfig(table)
      .columns.map(({ name }) => name)
      .filter((name) => secret.test(name) && !Object.hasOwn(without, name))
      .map((name) => `${nameOf(table)}.${name}`),
  );
  // The first is part of a public URL, and the second is the name of a bot's value.
  expect(kept).toEqual(['avatars.key', 'bot_storage.key']);
});
