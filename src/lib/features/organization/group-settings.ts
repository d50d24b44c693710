import type { UserGroup } from '../../api/user-groups';
import { m } from '$lib/paraglide/messages';

/** Permissions of a group, in display order. */
export const groupSettingLabels = {
  can_manage_group: m.organization_can_manage_group,
  can_mention_group: m.organization_can_mention_group,
  can_add_members_group: m.organization_can_add_members_group,
  can_remove_members_group: m.organization_can_remove_members_group,
  can_join_group: m.organization_can_join_group,
  can_leave_group: m.organization_can_leave_group,
} as const satisfies Partial<Record<keyof UserGroup, () => string>>;
export type GroupSettingName = keyof typeof groupSettingLabels;
export const groupSettingNames = Object.keys(groupSettingLabels) as GroupSettingName[];
