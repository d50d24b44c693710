import * as v from 'valibot';

/**
 * A group as the state of an account holds it; what only pages about groups read is kept as it came,
 * and read there by `userGroupSchema`.
 */
export const stateGroupSchema = v.looseObject({
  id: v.number(),
  name: v.string(),
  members: v.array(v.number()),
  direct_subgroup_ids: v.optional(v.array(v.number()), []),
  is_system_group: v.optional(v.boolean()),
  deactivated: v.optional(v.boolean()),
});
