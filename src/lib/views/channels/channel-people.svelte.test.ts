import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../../app.css';
import { design, details, showChannels as show } from '../../../../tests/support/channels-page';
import { aPerson } from '../../../../tests/support/state';
import { NetworkFailure } from '../../api/errors';

describe('the subscribers of a channel', () => {
  it('are listed with their status', async () => {
    const { tell } = await show(5, 'people', {
      getSubscribers: () => ({ subscribers: [7, 8] }),
    });
    const row = page.getByRole('option').filter({ hasText: 'Person 8' });
    await expect.element(row).toBeVisible();
    const unicode = { emoji_name: 'boat', emoji_code: '26f5', reaction_type: 'unicode_emoji' };
    tell({ type: 'user_status', user_id: 8, status_text: 'Out sailing', ...unicode });
    await expect.element(row).toHaveTextContent(/Person 8 ⛵\ufe0f Out sailing/u);
    tell({
      type: 'user_status',
      user_id: 8,
      status_text: '',
      emoji_name: '',
      emoji_code: '',
      reaction_type: '',
    });
    await expect.element(row).not.toHaveTextContent('Out sailing');
  });

  const list = page.getByRole('listbox', { name: 'People' });
  const people = list.getByRole('option');
  const groups = [
    { id: 1, name: 'role:owners', members: [7], direct_subgroup_ids: [], is_system_group: true },
    { id: 9, name: 'designers', members: [8, 9, 10], direct_subgroup_ids: [] },
    { id: 10, name: 'cooks', members: [7, 8], direct_subgroup_ids: [] },
  ];
  const realm_users = [
    aPerson(7, { role: 100 }),
    aPerson(8),
    aPerson(9, { role: 300 }),
    aPerson(10, { role: 600 }),
    aPerson(11, { is_bot: true }),
  ];

  it('are added, including whole groups, and removed again by Undo', async () => {
    let subscribers = [7, 8];
    const { calls } = await show(
      5,
      'people',
      {
        getStreamById: () => ({ stream: details }),
        getSubscribers: () => ({ subscribers }),
        subscribe: ({ principals = [] }) => {
          subscribers = [...subscribers, ...(principals as number[])];
          return { subscribed: {}, already_subscribed: {} };
        },
        unsubscribe: ({ principals = [] }) => {
          subscribers = subscribers.filter((id) => !(principals as number[]).includes(id));
          return { removed: [], not_removed: [] };
        },
      },
      { realm_users, realm_user_groups: groups },
    );
    await expect.element(page.getByRole('heading', { name: '2 people' })).toBeVisible();
    const field = page.getByRole('combobox', { name: 'People' });
    await field.fill('coo');
    await expect.element(page.getByText('No one with that name')).toBeVisible();
    await field.fill('desig');
    await userEvent.keyboard('{Enter}');
    // People who are already subscribed aren't counted.
    await expect.element(page.getByText('designers: 2')).toBeVisible();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect.element(page.getByRole('heading', { name: '4 people' })).toBeVisible();
    expect(calls('subscribe').at(-1)).toMatchObject({ principals: [9, 10] });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByRole('heading', { name: '2 people' })).toBeVisible();
    expect(calls('unsubscribe').at(-1)).toMatchObject({ principals: [9, 10] });
  });

  it('are found by name and role, and several are removed together', async () => {
    let subscribers = [7, 8, 9, 10, 11];
    const { calls } = await show(
      5,
      'people',
      {
        getStreamById: () => ({ stream: details }),
        getSubscribers: () => ({ subscribers }),
        subscribe: ({ principals = [] }) => {
          subscribers = [...subscribers, ...(principals as number[])];
          return { subscribed: {}, already_subscribed: {} };
        },
        unsubscribe: ({ principals = [] }) => {
          subscribers = subscribers.filter((id) => !(principals as number[]).includes(id));
          return { removed: [], not_removed: [] };
        },
      },
      { realm_users, realm_user_groups: groups },
    );
    await expect.poll(() => people.elements().length).toBe(5);
    await userEvent.click(page.getByRole('button', { name: /^Role:/ }));
    await userEvent.click(page.getByRole('menuitemradio', { name: 'Bots' }));
    await expect.poll(() => people.elements().length).toBe(1);
    await userEvent.click(page.getByRole('button', { name: /^Role:/ }));
    await userEvent.click(page.getByRole('menuitemradio', { name: 'All roles' }));
    await page.getByRole('searchbox', { name: 'Search people' }).fill('person 1');
    await expect.poll(() => people.elements().length).toBe(2);
    await userEvent.keyboard('{Enter}');
    await userEvent.keyboard('x{ArrowDown}x');
    await page.getByRole('button', { name: 'Remove from channel' }).click();
    await expect.poll(() => calls('unsubscribe').at(-1)).toMatchObject({ principals: [10, 11] });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => calls('subscribe').at(-1)).toMatchObject({ principals: [10, 11] });
    // Keys go on with the first one that is back.
    const underKeys = () => {
      const list = document.querySelector('[role=listbox]:focus');
      return document.getElementById(list?.getAttribute('aria-activedescendant') ?? '')?.dataset[
        'key'
      ];
    };
    await expect.poll(underKeys).toBe('10');
  });

  it('are removed one after the other, also before the first reply', async () => {
    let subscribers = [7, 8, 9];
    const answer = Promise.withResolvers<void>();
    const { calls } = await show(
      5,
      'people',
      {
        getStreamById: () => ({ stream: details }),
        getSubscribers: () => ({ subscribers }),
        unsubscribe: async ({ principals = [] }) => {
          await answer.promise;
          subscribers = subscribers.filter((id) => !(principals as number[]).includes(id));
          return { removed: [], not_removed: [] };
        },
      },
      { realm_users, realm_user_groups: groups },
    );
    await page.getByRole('searchbox', { name: 'Search people' }).fill('person');
    await userEvent.keyboard('{Enter}{End}{Delete}{Delete}{ArrowUp}{Delete}');
    expect(calls('unsubscribe')).toMatchObject([{ principals: [9] }]);
    answer.resolve();
    await expect.poll(() => people.elements().length).toBe(1);
    expect(calls('unsubscribe')).toMatchObject([{ principals: [9] }, { principals: [8] }]);
  });

  it.each([{ open: undefined }, { open: 6 }, { part: 'overview' }])(
    'come back by Undo after the page was left for %o',
    async (elsewhere) => {
      let subscribers = [7, 8, 9];
      const { calls, rerender, tell } = await show(
        5,
        'people',
        {
          getStreamById: () => ({ stream: details }),
          getSubscribers: () => ({ subscribers }),
          subscribe: () => ({ subscribed: {}, already_subscribed: {} }),
          unsubscribe: () => {
            subscribers = [7, 8];
            return { removed: [], not_removed: [] };
          },
        },
        { realm_users, realm_user_groups: groups },
      );
      await page.getByRole('searchbox', { name: 'Search people' }).fill('person');
      await userEvent.keyboard('{Enter}{End}{Delete}');
      await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
      await rerender(elsewhere);
      // A subscription to its old name would create another channel.
      const renamed = { property: 'name', value: 'shapes', name: 'design' };
      tell({ type: 'stream', op: 'update', stream_id: 5, ...renamed });
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect
        .poll(() => calls('subscribe'))
        .toEqual([{ subscriptions: [{ name: 'shapes' }], principals: [9] }]);
      await expect.element(page.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
    },
  );

  it.each([true, false])(
    'are removed although the reply was lost, if the server did it: %s',
    async (isDone) => {
      let subscribers = [7, 8, 9];
      await show(
        5,
        'people',
        {
          getStreamById: () => ({ stream: details }),
          getSubscribers: () => ({ subscribers }),
          unsubscribe: () => {
            if (isDone) subscribers = [7];
            throw new NetworkFailure('unsubscribe', 'timeout');
          },
        },
        { realm_users, realm_user_groups: groups },
      );
      await page.getByRole('searchbox', { name: 'Search people' }).fill('person');
      await userEvent.keyboard('{Enter}');
      await userEvent.keyboard('{End}x{ArrowUp}x');
      await page.getByRole('button', { name: 'Remove from channel' }).click();
      if (isDone) {
        await expect.element(page.getByText('2 people removed from #design').first()).toBeVisible();
        await expect.poll(() => people.elements().length).toBe(1);
      } else
        await expect
          .poll(() =>
            page
              .getByRole('alert')
              .elements()
              .some((one) => one.textContent !== ''),
          )
          .toBe(true);
      expect(
        page
          .getByRole('alert')
          .elements()
          .every((one) => one.textContent === ''),
      ).toBe(isDone);
    },
  );

  it('are hidden from guests who aren’t subscribed, with an explanation', async () => {
    const { calls } = await show(
      5,
      'people',
      {},
      { realm_users: [aPerson(7, { role: 600 })], subscriptions: [], streams: [design] },
    );
    await expect
      .element(page.getByText(/^Guests can only see the subscribers of channels they’re in/))
      .toBeVisible();
    expect(calls('getSubscribers')).toEqual([]);
  });

  it('are drawn a screenful at a time, however many', async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => aPerson(at + 100));
    await show(
      5,
      'people',
      { getSubscribers: () => ({ subscribers: many.map(({ user_id }) => user_id) }) },
      { realm_users: [aPerson(7, { role: 100 }), ...many] },
    );
    await expect.element(page.getByRole('heading', { name: '10,000 people' })).toBeVisible();
    await expect.element(people.first()).toBeVisible();
    expect(people.elements().length).toBeLessThan(120);
  });
});
