import * as v from 'valibot';
import { integer, list, maxIdsPerCall } from './value-schemas';

/**
 * Who has a permission, as sent by servers: the id of a named group, or people and groups.
 * https://zulip.com/api/group-setting-values
 */
export const groupSetting = v.union([
  v.number(),
  v.object({ direct_members: v.array(v.number()), direct_subgroups: v.array(v.number()) }),
]);
export type GroupSettingValue = v.InferOutput<typeof groupSetting>;

/** The same, as sent by a caller. Both lists are required; unknown keys are rejected. */
export const groupSettingParam = v.union([
  integer,
  v.strictObject({
    direct_members: list(integer, maxIdsPerCall),
    direct_subgroups: list(integer, maxIdsPerCall),
  }),
]);

/**
 * A new value. With `old`, the change only applies if that is still the current value. Since level
 * 260.
 */
export const groupSettingChange = v.strictObject({
  new: groupSettingParam,
  old: v.optional(groupSettingParam),
});
export type GroupSettingChange = v.InferOutput<typeof groupSettingChange>;

/**
 * Reduces a change to the new value for servers below this level, which only accept the id of a
 * named group. People and groups stay as they are, and the server rejects them.
 */
/* @__NO_SIDE_EFFECTS__ */
export function groupIdBefore(changesSince: number) {
  return <In>(value: In, level: number): In => {
    if (level >= changesSince || typeof value !== 'object' || value === null) return value;
    return 'new' in value ? (value.new as In) : value;
  };
}
