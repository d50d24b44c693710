import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../../app.css';
import { anAccount } from '../../../../tests/support/account';
import { aPerson, aState } from '../../../../tests/support/state';
import type { GroupSettingValue } from '../../api/group-setting';
import Frame from '../../../../tests/support/ui/PickerFrame.svelte';

const groups = [
  { id: 1, name: 'role:owners', members: [7], direct_subgroup_ids: [], is_system_group: true },
  { id: 2, name: 'role:members', members: [8, 9], direct_subgroup_ids: [1], is_system_group: true },
  { id: 5, name: 'design', members: [9], direct_subgroup_ids: [], is_system_group: false },
];

async function setup(value: GroupSettingValue, require_system_group = false) {
  const state = aState({
    user_id: 7,
    realm_users: [7, 8, 9].map((id) => aPerson(id)),
    realm_user_groups: groups,
  });
  const { account } = anAccount({ state });
  const onchange = vi.fn();
  await render(Frame, { account, value, require_system_group, onchange });
  return { onchange, roles: page.getByRole('combobox', { name: 'Who may', exact: true }) };
}

describe('GroupSettingPicker', () => {
  it('picks a role and shows how many people have it', async () => {
    const { roles, onchange } = await setup(1);
    await expect.element(page.getByText('1 person')).toBeVisible();
    await userEvent.selectOptions(roles, 'Members and above');
    expect(onchange).toHaveBeenLastCalledWith(2);
    await expect.element(page.getByText('3 people')).toBeVisible();
  });

  it('picks people and groups by name with the keyboard alone', async () => {
    const { roles, onchange } = await setup(1);
    await userEvent.selectOptions(roles, 'Specific people and groups');
    await expect.element(page.getByRole('combobox', { name: 'Add people' })).toHaveFocus();
    await userEvent.keyboard('desi{Enter}');
    expect(onchange).toHaveBeenLastCalledWith(5);
    await userEvent.keyboard('person 8{Enter}');
    const both = { direct_members: [8], direct_subgroups: [5] };
    expect(onchange).toHaveBeenLastCalledWith(both);
    await expect.element(page.getByText('2 people')).toBeVisible();
    await page.getByRole('button', { name: 'Remove design' }).click();
    const one = { direct_members: [8], direct_subgroups: [] };
    expect(onchange).toHaveBeenLastCalledWith(one);
  });

  it('offers only roles if the server accepts nothing else', async () => {
    const { roles } = await setup(1, true);
    await expect.element(roles).not.toHaveTextContent('by name');
  });
});
