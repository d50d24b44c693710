import { NetworkFailure } from '../../api/errors';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../../app.css';
import { anAccount, type Answers } from '../../../../tests/support/account';
import { aPerson, aState, aSubscription } from '../../../../tests/support/state';
import PeopleFrame from '../../../../tests/support/ui/PeopleFrame.svelte';
import type { RegisterState } from '../../api/register';

const seconds = () => Math.floor(Date.now() / 1000);

const people = [
  aPerson(7, { full_name: 'Ada', role: 400 }),
  aPerson(8, { full_name: 'Grace', role: 300, timezone: 'Asia/Tokyo', delivery_email: 'g@x.org' }),
  aPerson(9, { full_name: 'Bo', role: 600 }),
  aPerson(10, { full_name: 'Robot', is_bot: true, bot_owner_id: 8, role: 400 }),
  aPerson(11, { full_name: 'Gone Girl', is_active: false, role: 400 }),
  aPerson(12, { full_name: 'Loud Lou', role: 400 }),
];

const field = (id: number, type: number, name: string, more = {}) => ({
  ...{ id, type, name, order: id, hint: '' },
  ...more,
});

const state = {
  user_id: 7,
  realm_users: people,
  subscriptions: [aSubscription(5, { name: 'design' }), aSubscription(6, { name: 'lunch' })],
  muted_users: [{ id: 12, timestamp: 1 }],
  user_status: { 8: { status_text: 'Drawing' } },
  user_settings: { timezone: 'Europe/Berlin', twenty_four_hour_time: true },
  custom_profile_fields: [
    field(1, 1, 'Likes'),
    field(2, 8, 'Pronouns'),
    field(3, 6, 'Stands in'),
    field(4, 7, 'GitHub', { field_data: '{"subtype":"github"}' }),
    field(5, 8, 'In German'),
  ],
  realm_default_external_accounts: {
    github: { url_pattern: 'https://github.com/%(username)s' },
  },
  realm_user_groups: [
    { id: 30, name: 'authors', members: [8], direct_subgroup_ids: [31] },
    { id: 31, name: 'poets', members: [9], direct_subgroup_ids: [] },
  ],
} as unknown as Partial<RegisterState>;

const profile_data = {
  1: { value: 'Islands' },
  2: { value: 'she/her' },
  3: { value: '[9]' },
  4: { value: 'grace' },
  5: { value: 'sie/ihr' },
};

/** Grace is active, and Bo was an hour ago. */
const there: Answers = {
  updatePresence: () => ({
    presence_last_update_id: 3,
    server_timestamp: seconds(),
    presences: {
      8: { active_timestamp: seconds() - 20, idle_timestamp: seconds() - 20 },
      9: { idle_timestamp: seconds() - 3600 },
    },
  }),
};

const answers: Answers = {
  ...there,
  getUser: ({ user_id }) => ({
    user: {
      ...people.find((one) => one.user_id === user_id)!,
      date_joined: '2021-03-08T12:00:00Z',
      ...(user_id === 8 && { profile_data }),
    },
  }),
  getUsers: () => ({
    members: people.map((one) => ({ ...one, ...(one.user_id === 8 && { profile_data }) })),
  }),
  getSubscriptions: () => ({
    subscriptions: [
      { ...aSubscription(5, { name: 'design' }), subscribers: [7, 8] },
      { ...aSubscription(6, { name: 'lunch' }), subscribers: [7, 9] },
    ],
  }),
};

async function show(
  given: { open?: number; group?: number } = {},
  more: Answers = {},
  values: Partial<RegisterState> = {},
) {
  const world = anAccount({
    answers: { ...answers, ...more },
    state: aState({ ...state, ...values }),
  });
  await render(PeopleFrame, { account: world.account, ...given });
  return world;
}

const list = () => page.getByRole('listbox', { name: 'People' });
const row = (name: string | RegExp) => list().getByRole('option', { name });
const names = () =>
  [...document.querySelectorAll('[role=listbox] [role=option]')].map(
    (one) => one.querySelector('.font-medium')?.textContent,
  );
const button = (name: string | RegExp) => page.getByRole('button', { name });

describe('the directory', () => {
  it('offers to invite people once it is known that the user can', async () => {
    const { account, register } = anAccount({ answers, state: null });
    await render(PeopleFrame, { account });
    await expect.element(page.getByRole('heading', { name: 'People', exact: true })).toBeVisible();
    expect(button('Invite people').elements()).toEqual([]);
    register(aState(state));
    await expect.element(button('Invite people')).toBeVisible();
  });

  it('lists people, and folds muted and deactivated ones', async () => {
    await show();
    await expect
      .poll(names)
      .toEqual(['Ada', 'Bo', 'Grace', 'Robot', 'Muted (1)', 'Deactivated (1)']);
    await row(/Deactivated/).click();
    await expect.poll(names).toContain('Gone Girl');
    await row(/Deactivated/).click();
    await expect.poll(names).not.toContain('Gone Girl');
  });

  it('finds people by their profile fields, and shows which one matched', async () => {
    const { calls, tell } = await show();
    await expect.element(row(/Grace/)).toBeVisible();
    // Profiles are only requested when the user searches, and never all 10,000 at the same time.
    expect(calls('getUsers')).toEqual([]);
    const search = page.getByRole('searchbox', { name: 'Search people' });
    await search.fill('islands');
    await expect.element(row(/Grace/)).toHaveTextContent('Likes: Islands');
    expect(names()).toEqual(['Grace']);
    expect(calls('getUsers')).toMatchObject([{ user_ids: people.map(({ user_id }) => user_id) }]);
    const custom_profile_field = { id: 1, value: 'Islands, too' };
    tell({ type: 'realm_user', op: 'update', person: { user_id: 9, custom_profile_field } });
    await expect.element(row(/Bo/)).toHaveTextContent('Likes: Islands, too');
    await search.fill('gone');
    await expect.poll(names).toEqual(['Deactivated (1)', 'Gone Girl']);
    await search.fill('nobody at all');
    await expect.element(page.getByText('No people found')).toBeVisible();
  });

  it('finds the same if the server only sends all profiles together', async () => {
    const { calls } = await show({}, {}, { zulip_feature_level: 383 });
    await page.getByRole('searchbox', { name: 'Search people' }).fill('islands');
    await expect.element(row(/Grace/)).toHaveTextContent('Likes: Islands');
    expect(calls('getUsers')).toHaveLength(1);
    expect(calls('getUsers')[0]).not.toHaveProperty('user_ids');
  });

  it('shows who is active, and moves no row when that changes', async () => {
    let isHere = true;
    const { tell, account } = await show(
      {},
      {
        updatePresence: (params) => {
          if (isHere) return there.updatePresence!(params);
          return { presence_last_update_id: 4, server_timestamp: seconds(), presences: {} };
        },
      },
    );
    await expect.element(row(/Grace/)).toHaveTextContent('Active now');
    await page.getByRole('combobox', { name: 'Sort' }).selectOptions('Active first');
    await expect.poll(() => names().slice(0, 3)).toEqual(['Grace', 'Bo', 'Ada']);
    isHere = false;
    tell({ type: 'user_status', user_id: 8, away: true });
    await expect.element(row(/Grace/)).not.toHaveTextContent('Active now');
    expect(names().slice(0, 3)).toEqual(['Grace', 'Bo', 'Ada']);
    expect(account.user(8)?.full_name).toBe('Grace');
  });

  it('is filtered by active people, a role or a group', async () => {
    await show();
    const who = page.getByRole('combobox', { name: 'Filter people' });
    await expect.element(row(/Grace/)).toHaveTextContent('Active now');
    await who.selectOptions('Active now');
    await expect.poll(names).toEqual(['Grace']);
    await who.selectOptions('Guests');
    await expect.poll(names).toEqual(['Bo']);
    await who.selectOptions('Owners');
    await button('Show everyone').click();
    await page.getByRole('combobox', { name: 'Filter by group' }).selectOptions('authors');
    await expect.poll(names).toEqual(['Bo', 'Grace']);
  });

  it('draws only some of 10,000 people', async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => aPerson(at + 100));
    await show({}, {}, { realm_users: [...people, ...many] });
    await expect.element(row(/Ada/)).toBeVisible();
    expect(list().getByRole('option').elements().length).toBeLessThanOrEqual(120);
  });

  it('shows no presence if the organization has disabled it', async () => {
    const { calls } = await show({}, {}, { realm_presence_disabled: true });
    await expect.element(row(/Grace/)).toBeVisible();
    await expect.element(row(/Grace/)).not.toHaveTextContent('Active now');
    expect(page.getByRole('option', { name: 'Active first' }).elements()).toEqual([]);
    expect(calls('updatePresence')).toEqual([]);
  });

  it('shows no one as active while disconnected', async () => {
    const { connect } = await show({ open: 8 });
    await expect.element(row(/Grace/)).toHaveTextContent('Active now');
    connect('offline');
    await expect.element(row(/Grace/)).not.toHaveTextContent('Active now');
    await expect
      .element(page.getByRole('region', { name: 'Grace' }))
      .toHaveTextContent(/Active \d+ seconds ago/);
  });
});

describe('a person’s page', () => {
  const pane = () => page.getByRole('region', { name: 'Grace' });

  it('shows who they are, when they are active and what is shared', async () => {
    await show({ open: 8 });
    await expect.element(pane()).toHaveTextContent('she/her');
    await expect.element(pane()).toHaveTextContent('In German sie/ihr');
    await expect.element(pane()).toHaveTextContent('Moderator');
    await expect.element(pane()).toHaveTextContent('Active now');
    await expect.element(pane()).toHaveTextContent(/Tokyo.* · [78] hr ahead/);
    await expect.element(pane()).toHaveTextContent('Drawing');
    await expect.element(pane()).toHaveTextContent(/March 8, 2021|8 March 2021/);
    const link = (name: string) => pane().getByRole('link', { name, exact: true });
    await expect.element(link('g@x.org')).toHaveAttribute('href', 'mailto:g@x.org');
    await expect.element(link('grace')).toHaveAttribute('href', 'https://github.com/grace');
    await expect.element(link('Bo')).toHaveAttribute('href', '/people/9');
    await expect.element(link('Robot')).toHaveAttribute('href', '/people/10');
    await expect.element(link('authors')).toHaveAttribute('href', '/people?group=30');
    await expect.element(link('design')).toHaveAttribute('href', '/channels/5');
    expect(pane().getByRole('link', { name: 'lunch' }).elements()).toEqual([]);
  });

  it('mutes, with Undo', async () => {
    const { calls } = await show({ open: 8 });
    await button('Mute').click();
    await expect.poll(names).toContain('Muted (2)');
    await button('Undo').click();
    await expect.poll(names).toContain('Muted (1)');
    expect(calls('muteUser')).toEqual([{ muted_user_id: 8 }]);
    expect(calls('unmuteUser')).toEqual([{ muted_user_id: 8 }]);
  });

  it('adds to a channel or a group, with Undo', async () => {
    const { calls } = await show({ open: 9 });
    await button('Add to…').click();
    await page.getByRole('combobox', { name: 'Channel or group' }).fill('auth');
    const found = page.getByRole('listbox', { name: 'Channel or group' });
    await found.getByRole('option', { name: 'authors' }).click();
    await button('Undo').click();
    await expect
      .poll(() => calls('updateUserGroupMembers'))
      .toEqual([
        { user_group_id: 30, add: [9] },
        { user_group_id: 30, delete: [9] },
      ]);
  });

  it('doesn’t offer channels they are subscribed to, and says so if they have just joined', async () => {
    await show(
      { open: 9 },
      { subscribe: () => ({ subscribed: {}, already_subscribed: { 9: ['design'] } }) },
    );
    await button('Add to…').click();
    const field = page.getByRole('combobox', { name: 'Channel or group' });
    await field.click();
    const found = page.getByRole('listbox', { name: 'Channel or group' });
    await expect.element(found.getByRole('option', { name: 'design' })).toBeVisible();
    await expect.element(found.getByRole('option', { name: 'lunch' })).not.toBeInTheDocument();
    await found.getByRole('option', { name: 'design' }).click();
    await expect.element(field).toHaveAccessibleDescription('Bo is already in design');
    expect(button('Undo').elements()).toEqual([]);
  });

  it('says that they were added if only the reply to an earlier try was lost', async () => {
    const answers = [
      () => {
        throw new NetworkFailure('subscribe', 'timeout');
      },
      () => ({ subscribed: {}, already_subscribed: { 9: ['design'] } }),
    ];
    await show({ open: 9 }, { subscribe: () => answers.shift()?.() });
    await button('Add to…').click();
    const field = page.getByRole('combobox', { name: 'Channel or group' });
    const option = page.getByRole('option', { name: 'design' });
    await field.fill('design');
    await option.click();
    await expect.element(field).toHaveAccessibleDescription(/./);
    await field.fill('desig');
    await option.click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(button('Undo')).toBeVisible();
  });

  it('of the user links to editing the profile', async () => {
    await show({ open: 7 });
    const own = page.getByRole('region', { name: 'Ada' });
    await expect.element(own.getByRole('button', { name: 'Edit profile' })).toBeVisible();
    expect(own.getByRole('button', { name: 'Mute' }).elements()).toEqual([]);
  });

  it('says so if there is no such person or they aren’t visible', async () => {
    await show({ open: 99 });
    await expect.element(page.getByText('Person not found')).toBeVisible();
  });

  it('closes with Escape, and the list gets the focus back', async () => {
    await show();
    await row(/Grace/).click();
    await expect.element(pane()).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search people' }).click();
    await userEvent.keyboard('{Enter}');
    await expect.element(list()).toHaveFocus();
  });
});
