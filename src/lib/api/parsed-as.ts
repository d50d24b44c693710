import * as v from 'valibot';

/** The value as the schema reads it; undefined if it doesn't match. */
export function parsedAs<T>(schema: v.GenericSchema<unknown, T>, value: unknown): T | undefined {
  const { success, output } = v.safeParse(schema, value);
  return success ? output : undefined;
}
