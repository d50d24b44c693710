import * as v from 'valibot';

/** An id, a count or UNIX seconds. */
export const integer = v.pipe(v.number(), v.integer());

/**
 * Who has a permission: a named group's id, or people and groups.
 * https://zulip.com/api/group-setting-values
 */
export const groupSettingSchema = v.union([
  v.number(),
  v.object({ direct_members: v.array(v.number()), direct_subgroups: v.array(v.number()) }),
]);
export type GroupSettingValue = v.InferOutput<typeof groupSettingSchema>;
