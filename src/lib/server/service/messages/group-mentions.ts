import { canMentionGroup } from '$lib/api/permissions/group';
import { anyOf } from '../db/ids';
import type { ServiceContext } from '../context';
import { userGroups } from '../db/schema/groups';
import { badRequest } from '../failure';
import type { MarkdownMentions } from '../markdown/state';
import { loadPermissions } from '../permissions/load';

/**
 * Throws if the text mentions a group that the sender can't mention. Silent mentions are always
 * allowed.
 */
export async function checkGroupMentions(
  context: ServiceContext,
  { group_ids }: MarkdownMentions,
): Promise<void> {
  const { tx, user } = context;
  if (group_ids.size === 0 || user.is_system_bot) return;
  const groups = await tx
    .select()
    .from(userGroups)
    .where(anyOf(userGroups.id, [...group_ids]));
  const permissions = await loadPermissions(context, user);
  const refused = groups.find((group) => !canMentionGroup(permissions, group));
  if (refused) {
    throw badRequest(`You are not allowed to mention the group '${refused.name}'.`);
  }
}
