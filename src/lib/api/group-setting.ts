import * as v from 'valibot';
import { integer, list, maxIdsPerCall } from './value-schemas';

/**
 * Who has a permission, as servers tell it: a named group's id, or people and groups.
 * https://zulip.com/api/group-setting-values
 */
export const groupSetting = v.union([
  v.number(),
  v.object({ direct_members: v.array(v.number()), direct_subgroups: v.array(v.number()) }),
]);
export type GroupSettingValue = v.InferOutput<typeof groupSetting>;

/** The same as a caller gives it; both lists are needed, and nothing else is taken. */
export const groupSettingParam = v.union([
  integer,
  v.strictObject({
    direct_members: list(integer, maxIdsPerCall),
    direct_subgroups: list(integer, maxIdsPerCall),
  }),
]);

/** A new value; with `old` it is taken only where that is still the value. Since level 260. */
export const groupSettingChange = v.strictObject({
  new: groupSettingParam,
  old: v.optional(groupSettingParam),
});
export type GroupSettingChange = v.InferOutput<typeof groupSettingChange>;

/**
 * Words a change for servers below this level, which know such a permission by the id of a named group
 * alone. What is more stays as it is, for the server to refuse.
 */
/* @__NO_SIDE_EFFECTS__ */
export function groupIdBefore(changesSince: number) {
  return <In>(value: In, level: number): In => {
    if (level >= changesSince || typeof value !== 'object' || value === null) return value;
    return 'new' in value ? (value.new as In) : value;
  };
}
