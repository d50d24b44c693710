import type { PgColumn } from 'drizzle-orm/pg-core';

/** Returns what is wrong with a value of an archive, or undefined. */
export type ColumnCheck = (value: unknown) => string | undefined;

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
