import type { GroupSettingValue } from '../../api/group-setting';
import type { RegisterState } from '../../api/register';

/**
 * The default of a permission for a new object. If the name isn't a group's, it stands for the
 * creator.
 */
export function defaultPermissionOf(
  { default_group_name }: { readonly default_group_name: string },
  state: RegisterState | null,
): GroupSettingValue {
  const group = state?.realm_user_groups?.find(({ name }) => name === default_group_name);
  if (group) return group.id;
  const creator = state?.user_id;
  return { direct_members: creator === undefined ? [] : [creator], direct_subgroups: [] };
}
