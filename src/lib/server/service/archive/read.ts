import { buffer } from 'node:stream/consumers';
import * as v from 'valibot';
import { isPathId, manifestEntry, readName, summaryEntry, archiveVersion } from './entries';
import { ArchiveProblem } from './problem';
import { archivedColumnsOf, hasIdCounter, tableNameOf } from './snapshot';
import { archivedTables, type ArchivedTable, type ArchiveRow } from './tables';
import { readTar, type TarEntry } from './tar';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** Returns what is wrong with a value of an archive, or undefined. */
type ColumnCheck = (value: unknown) => string | undefined;

const maxRowId = 2_147_483_647;
/** A text can be a message, its rendering or a list of either. */
const maxTextLength = 16 * 1024 * 1024;
const deepest = 32;
const maxListLength = 100_000;

const integer: ColumnCheck = (value) =>
  Number.isInteger(value) && Math.abs(value as number) <= maxRowId
    ? undefined
    : 'is no whole number of the right size';

const text: ColumnCheck = (value) => {
  if (typeof value !== 'string') return 'is no text';
  if (value.length > maxTextLength) return 'is too long';
  return value.includes('\0') || !value.isWellFormed() ? 'holds what is no text' : undefined;
};

const listOf =
  (item: ColumnCheck): ColumnCheck =>
  (value) => {
    if (!Array.isArray(value)) return 'is no list';
    if (value.length > maxListLength) return 'is too long a list';
    return value.map(item).find((problem) => problem !== undefined);
  };

/** By PostgreSQL's type names. */
const checks: Readonly<Record<string, ColumnCheck>> = {
  serial: integer,
  integer,
  bigint: (value) => (Number.isSafeInteger(value) ? undefined : 'is no whole number'),
  boolean: (value) => (typeof value === 'boolean' ? undefined : 'is neither true nor false'),
  text,
  'timestamp with time zone': (value) =>
    typeof value === 'string' &&
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?\+00:00$/.test(value) &&
    !Number.isNaN(Date.parse(value))
      ? undefined
      : 'is no time',
  'integer[]': listOf(integer),
  'text[]': listOf(text),
  jsonb: (value) => nested(value, 0),
};

/** The check for a column's values. Undefined for a column type that archives don't support. */
export function columnCheckOf(column: PgColumn): ColumnCheck | undefined {
  const check = checks[column.getSQLType()];
  if (!check || column.notNull) return check;
  return (value) => (value === null ? undefined : check(value));
}

function nested(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return text(value);
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'holds no number';
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth === deepest) return 'is nested too deeply';
  const entries = Object.entries(value);
  if (entries.length > maxListLength) return 'is too long a list';
  return entries
    .map(([key, item]) => text(key) ?? nested(item, depth + 1))
    .find((problem) => problem !== undefined);
}

/** Bytes of an entry that is read into memory: a megabyte of rows, or one longer row. */
const maxEntryBytes = 64 * 1024 * 1024;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const manifestSchema = v.object({
  format: v.literal('inkwell'),
  version: v.number(),
  scope: v.picklist(['public', 'consented', 'everything']),
  made: count,
  counters: v.record(v.string(), v.nullable(v.pipe(count, v.maxValue(maxRowId)))),
});
const summarySchema = v.object({ rows: v.record(v.string(), count), files: count });

/** The contents of an archive, in order. */
export type ArchiveItem =
  | { readonly kind: 'counters'; readonly counters: Readonly<Record<string, number | null>> }
  | { readonly kind: 'rows'; readonly table: ArchivedTable; readonly rows: readonly ArchiveRow[] }
  | {
      readonly kind: 'file';
      readonly path_id: string;
      readonly size: number;
      bytes(): AsyncIterable<Buffer>;
    };

/**
 * Reads an archive that is already decompressed. Rejects anything that doesn't follow
 * docs/archive.md: throws `ArchiveProblem`. Rows can still refer to missing ones.
 */
export async function* readArchive(
  source: AsyncIterable<Buffer>,
): AsyncGenerator<ArchiveItem, void> {
  const seen = new Seen();
  for await (const entry of readTar(source)) {
    if (seen.isOver) throw refused(entry, 'stands behind the end');
    if (!seen.hasBegun) {
      yield { kind: 'counters', counters: await readManifest(entry) };
      seen.hasBegun = true;
      continue;
    }
    if (entry.name === summaryEntry) {
      seen.end(await readJson(entry, summarySchema));
      continue;
    }
    const named = readName(entry.name);
    if (!named) throw refused(entry, 'has no place in an archive');
    if ('path_id' in named) {
      seen.file();
      yield { kind: 'file', path_id: named.path_id, size: entry.size, bytes: () => entry.bytes() };
      continue;
    }
    const table = seen.part(entry, named);
    const rows = readRows(table, await readText(entry));
    seen.count(named.table, rows.length);
    yield { kind: 'rows', table, rows };
  }
  if (!seen.isOver) throw new ArchiveProblem('The archive ends too early.');
}

/** Tracks the order and the number of entries. */
class Seen {
  hasBegun = false;
  isOver = false;
  #table = -1;
  #part = 0;
  #files = 0;
  readonly #rows = new Map<string, number>();

  part(entry: TarEntry, named: { table: string; part: number }): ArchivedTable {
    const at = archivedTables.findIndex((table) => tableNameOf(table) === named.table);
    const table = archivedTables[at];
    if (!table) throw refused(entry, 'is of a table that this Inkwell does not know');
    const next = at === this.#table ? this.#part + 1 : 1;
    if (this.#files > 0 || at < this.#table || named.part !== next) {
      throw refused(entry, 'is not in its place');
    }
    [this.#table, this.#part] = [at, next];
    return table;
  }

  count(table: string, rows: number): void {
    this.#rows.set(table, (this.#rows.get(table) ?? 0) + rows);
  }

  file(): void {
    this.#files += 1;
  }

  end({ rows, files }: v.InferOutput<typeof summarySchema>): void {
    this.isOver = true;
    const names = new Set([...Object.keys(rows), ...this.#rows.keys()]);
    const wrong = [...names].find((name) => (rows[name] ?? 0) !== (this.#rows.get(name) ?? 0));
    if (wrong === undefined && files === this.#files) return;
    throw new ArchiveProblem(`The archive has lost some of its ${wrong ?? 'files'}.`);
  }
}

async function readManifest(entry: TarEntry): Promise<Record<string, number | null>> {
  if (entry.name !== manifestEntry) throw new ArchiveProblem('This is no archive of Inkwell.');
  const manifest = await readJson(entry, manifestSchema);
  if (manifest.version !== archiveVersion) {
    throw new ArchiveProblem(
      `The archive is of version ${manifest.version}; this Inkwell reads version ${archiveVersion}.`,
    );
  }
  const known = new Set(archivedTables.filter(hasIdCounter).map(tableNameOf));
  const foreign = Object.keys(manifest.counters).find((name) => !known.has(name));
  if (foreign) throw refused(entry, `counts ${shown(foreign)}, which this Inkwell does not know`);
  return manifest.counters;
}

async function readJson<T>(entry: TarEntry, schema: v.GenericSchema<unknown, T>): Promise<T> {
  const parsed = v.safeParse(schema, parse(entry.name, await readText(entry)));
  if (!parsed.success) throw refused(entry, 'is not of the form that it should have');
  return parsed.output;
}

async function readText(entry: TarEntry): Promise<string> {
  if (entry.size > maxEntryBytes) throw refused(entry, 'is too large');
  return (await buffer(entry.bytes())).toString();
}

function readRows(table: ArchivedTable, text: string): ArchiveRow[] {
  const name = tableNameOf(table);
  const columns = archivedColumnsOf(table).map((column) => ({
    name: column.name,
    check: columnCheckOf(column),
    missing: column.default ?? (column.notNull ? undefined : null),
  }));
  const lines = text.endsWith('\n') ? text.slice(0, -1).split('\n') : text.split('\n');
  return lines.map((line) => {
    const row = readRow(name, parse(`A row of ${name}`, line), columns);
    for (const [column, schema] of Object.entries(table.json ?? {})) {
      if (v.is(schema, row[column])) continue;
      throw new ArchiveProblem(`${column} in a row of ${name} is not what it should be.`);
    }
    for (const { path_id, size } of table.files?.(row) ?? []) {
      if (!isPathId(path_id)) throw new ArchiveProblem(`A row of ${name} names a file elsewhere.`);
      if (!(size >= 0)) throw new ArchiveProblem(`A row of ${name} names a file without a size.`);
    }
    return row;
  });
}

interface ExpectedColumn {
  readonly name: string;
  readonly check: ColumnCheck | undefined;
  /** For an archive of an older Inkwell, which lacks newer columns. Undefined: can't be missing. */
  readonly missing: unknown;
}

function readRow(table: string, row: unknown, columns: readonly ExpectedColumn[]): ArchiveRow {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) {
    throw new ArchiveProblem(`A row of ${table} is no object.`);
  }
  const given = new Map(Object.entries(row));
  const values = columns.map(({ name, check, missing }): [string, unknown] => {
    const value: unknown = given.has(name) ? given.get(name) : missing;
    if (value === undefined) throw new ArchiveProblem(`A row of ${table} has no ${name}.`);
    const problem = check?.(value);
    if (problem) throw new ArchiveProblem(`${name} in a row of ${table} ${problem}.`);
    given.delete(name);
    return [name, value];
  });
  const [foreign] = given.keys();
  if (foreign !== undefined) {
    throw new ArchiveProblem(`A row of ${table} has ${shown(foreign)}, which is no column of it.`);
  }
  return Object.fromEntries(values);
}

function parse(what: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ArchiveProblem(`${what} is not JSON.`);
  }
}

function refused({ name }: TarEntry, problem: string): ArchiveProblem {
  return new ArchiveProblem(`${shown(name)} in the archive ${problem}.`);
}

/** Text from the archive for an error message: one short line, whatever it contains. */
function shown(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
