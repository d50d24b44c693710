import { integer, timestamp, type AnyPgColumn } from 'drizzle-orm/pg-core';

/** Id of a row that can't be deleted before this row. */
export const relatedId = <Name extends string>(name: Name, row: () => AnyPgColumn) =>
  integer(name).notNull().references(row);

/** Id of a row with which this row is deleted. */
export const parentId = <Name extends string>(name: Name, row: () => AnyPgColumn) =>
  integer(name).notNull().references(row, { onDelete: 'cascade' });

export const timeColumn = <Name extends string>(name: Name) =>
  timestamp(name, { withTimezone: true });
