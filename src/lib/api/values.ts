import * as v from 'valibot';

/** The last second of the year 9999 in UNIX seconds: later ones cannot be written in four digits. */
export const lastInstant = 253_402_300_799;

/** An id, a count or UNIX seconds; beyond 2^53 a number is no longer the one that was written. */
export const integer = v.pipe(v.number(), v.safeInteger());

/**
 * Who has a permission: a named group's id, or people and groups.
 * https://zulip.com/api/group-setting-values
 */
export const groupSettingSchema = v.union([
  v.number(),
  v.object({ direct_members: v.array(v.number()), direct_subgroups: v.array(v.number()) }),
]);
export type GroupSettingValue = v.InferOutput<typeof groupSettingSchema>;
