import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../../app.css';
import { anAccount, type Answers } from '../../../../tests/support/account';
import { aPerson, aState } from '../../../../tests/support/state';
import SectionBench from '../../../../tests/support/ui/SectionBench.svelte';
import { ApiError, NetworkFailure } from '../../api/errors';
import GroupsSection from './GroupsSection.svelte';

const nobody = 3;
const mentioned = 2;
const group = {
  id: 9,
  name: 'design',
  description: '',
  members: [1],
  direct_subgroup_ids: [],
  is_system_group: false,
  deactivated: false,
  creator_id: 1,
  date_created: 1,
  can_add_members_group: nobody,
  can_join_group: nobody,
  can_leave_group: nobody,
  can_manage_group: nobody,
  can_mention_group: mentioned,
  can_remove_members_group: nobody,
};
const role = (id: number, name: string, members: number[]) => ({
  ...group,
  id,
  name: `role:${name}`,
  members,
  is_system_group: true,
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const alert = () => page.getByRole('dialog').getByRole('alert');

/** Opens the dialog, enters a new name and adds a member. */
async function edit(answers: Answers) {
  const groups = [role(mentioned, 'members', [1, 2]), role(nobody, 'nobody', []), group];
  const people = [aPerson(1, { role: 100 }), aPerson(2)];
  const state = aState({ user_id: 1, realm_users: people, realm_user_groups: groups });
  const world = anAccount({ answers, state });
  await render(SectionBench, { account: world.account, section: GroupsSection });
  await button('Edit design').click();
  await page.getByRole('textbox', { name: 'Name' }).fill('drawing');
  await page.getByRole('combobox', { name: 'Members', exact: true }).fill('person 2');
  await page.getByRole('option', { name: 'Person 2' }).click();
  return world;
}

const refused = (id: string, code: string) => () => {
  throw new ApiError(id, 400, code, 'Not today');
};

describe('an edited group', () => {
  it('is saved by two calls; a retry only repeats what failed', async () => {
    const answers = [refused('updateUserGroupMembers', 'BAD_REQUEST'), () => ({})];
    const { calls } = await edit({ updateUserGroupMembers: () => answers.shift()?.() });
    await button('Save').click();
    await expect.element(alert()).toHaveTextContent('Not today');
    await button('Save').click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(calls('updateUserGroup')).toEqual([{ user_group_id: 9, name: 'drawing' }]);
    const members = { user_group_id: 9, add: [2] };
    expect(calls('updateUserGroupMembers')).toEqual([members, members]);
  });

  it('does not repeat an earlier attempt whose response was lost', async () => {
    const { calls, tell } = await edit({
      updateUserGroup() {
        throw new NetworkFailure('updateUserGroup', 'timeout');
      },
    });
    await page
      .getByRole('combobox', { name: 'Who can mention this group', exact: true })
      .selectOptions('No one');
    await button('Save').click();
    await expect.element(alert()).not.toBeEmptyDOMElement();
    const data = { name: 'drawing', can_mention_group: nobody };
    tell({ type: 'user_group', op: 'update', group_id: 9, data });
    await button('Save').click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    const can_mention_group = { new: nobody, old: mentioned };
    expect(calls('updateUserGroup')).toEqual([
      { user_group_id: 9, name: 'drawing', can_mention_group },
    ]);
    expect(calls('updateUserGroupMembers')).toEqual([{ user_group_id: 9, add: [2] }]);
  });

  it('counts as saved once all changes show, even without a response', async () => {
    const { tell } = await edit({
      updateUserGroup() {
        throw new NetworkFailure('updateUserGroup', 'timeout');
      },
    });
    await button('Save').click();
    await expect.element(alert()).not.toBeEmptyDOMElement();
    tell({ type: 'user_group', op: 'update', group_id: 9, data: { name: 'drawing' } });
    tell({ type: 'user_group', op: 'add_members', group_id: 9, user_ids: [2] });
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(page.getByLabelText('Notifications')).toHaveTextContent('Saved');
  });

  it('that another user has changed is reported first, then overwritten by a second save', async () => {
    const answers = [refused('updateUserGroup', 'EXPECTATION_MISMATCH'), () => ({})];
    const { calls, tell } = await edit({ updateUserGroup: () => answers.shift()?.() });
    await page
      .getByRole('combobox', { name: 'Who can mention this group', exact: true })
      .selectOptions('No one');
    const theirs = { direct_members: [1], direct_subgroups: [] };
    tell({
      type: 'user_group',
      op: 'update',
      group_id: 9,
      data: { can_mention_group: theirs },
    });
    await button('Save').click();
    await expect.element(alert()).toHaveTextContent('Someone else changed this in the meantime');
    await button('Save').click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    const olds = [mentioned, theirs].map((old) => ({ new: nobody, old }));
    expect(calls('updateUserGroup')).toMatchObject(
      olds.map((can_mention_group) => ({ can_mention_group })),
    );
  });
});

describe('a new group', () => {
  it('shows the permissions the server will give it', async () => {
    const rule = {
      require_system_group: false,
      allow_internet_group: false,
      allow_nobody_group: true,
      allow_everyone_group: true,
      allowed_system_groups: [],
    };
    const state = aState({
      user_id: 1,
      realm_users: [aPerson(1, { role: 100 })],
      realm_user_groups: [role(mentioned, 'members', [1]), role(nobody, 'nobody', [])],
      server_supported_permission_settings: {
        group: {
          can_add_members_group: { ...rule, default_group_name: 'group_creator' },
          can_leave_group: { ...rule, default_group_name: 'role:members' },
        },
      },
    });
    await render(SectionBench, { account: anAccount({ state }).account, section: GroupsSection });
    await button('New group').click();
    const shown = (name: string) => page.getByRole('combobox', { name, exact: true });
    await expect.element(shown('Who can leave')).toHaveValue('role:members');
    await expect.element(shown('Who can join')).toHaveValue('role:nobody');
    const adding = page.getByRole('group', { name: 'Who can add members' });
    await expect.element(adding).toHaveTextContent('Person 1');
  });
});

describe('a group name that is taken', () => {
  it.each(['Sailors', 'SAILORS'])(
    'is reported at its field before anything is sent: %s',
    async (name) => {
      const state = aState({
        user_id: 1,
        realm_users: [aPerson(1, { role: 100 })],
        realm_user_groups: [
          role(nobody, 'nobody', []),
          { ...group, name: 'Sailors', deactivated: true },
        ],
      });
      const { account, calls } = anAccount({ state });
      await render(SectionBench, { account, section: GroupsSection });
      await button('New group').click();
      const field = page.getByRole('textbox', { name: 'Name' });
      await field.fill(name);
      await button('Create group').click();
      await expect.element(field).toHaveAccessibleDescription('This name is already in use.');
      await expect.element(field).toHaveFocus();
      expect(calls('createUserGroup')).toEqual([]);
    },
  );

  it('is reported at its field when only the server knows', async () => {
    const taken = () => {
      throw new ApiError('x', 400, 'BAD_REQUEST', "User group 'drawing' already exists.", {
        errors: { name: ["User group 'drawing' already exists."] },
      });
    };
    await edit({ updateUserGroup: taken });
    await button('Save').click();
    const field = page.getByRole('textbox', { name: 'Name' });
    await expect.element(field).toHaveAccessibleDescription(/already exists/);
  });
});

describe('a form taller than the window', () => {
  it('shows errors in view', async () => {
    await page.viewport(800, 500);
    await edit({ updateUserGroup: refused('updateUserGroup', 'BAD_REQUEST') });
    await button('Save').click();
    await expect.element(alert()).toBeInViewport({ ratio: 1 });
    await page.viewport(1280, 800);
  });

  it('is not submitted by Enter after a name that matches no one', async () => {
    const { calls } = await edit({});
    await page.getByRole('combobox', { name: 'Members', exact: true }).fill('person 99');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('No one found')).toBeVisible();
    expect(calls('updateUserGroup')).toEqual([]);
  });
});
