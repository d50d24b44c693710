import * as v from 'valibot';

/**
 * A group in the account's state. Fields that only the group pages read are kept unparsed; those
 * pages parse them with `userGroupSchema`.
 */
export const stateGroupSchema = v.looseObject({
  id: v.number(),
  name: v.string(),
  members: v.array(v.number()),
  direct_subgroup_ids: v.optional(v.array(v.number()), []),
  is_system_group: v.optional(v.boolean()),
  deactivated: v.optional(v.boolean()),
});
