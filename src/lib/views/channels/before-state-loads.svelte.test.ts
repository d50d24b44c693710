import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../../app.css';
import { anAccount, type Answers } from '../../../../tests/support/account';
import { channelsState, design, details } from '../../../../tests/support/channels-page';
import Frame from '../../../../tests/support/ui/ChannelsFrame.svelte';

/** The page before the server has sent the user and subscriptions. */
async function show(open: number | 'new' | undefined, part?: string, answers: Answers = {}) {
  await page.viewport(1280, 800);
  const fake = anAccount({
    state: null,
    answers: {
      getStreams: () => ({ streams: [design] }),
      getStreamById: () => ({ stream: details }),
      getChannelFolders: () => ({ channel_folders: [] }),
      ...answers,
    },
  });
  const nothing = () => undefined;
  await render(Frame, {
    account: fake.account,
    open,
    part,
    search: '',
    onshow: nothing,
    onsearch: nothing,
  });
  return fake;
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

describe('before the account’s state is loaded', () => {
  it('doesn’t claim that the user isn’t subscribed, or who can post', async () => {
    const { register } = await show(5, 'overview');
    await expect.element(page.getByRole('heading', { name: 'design' })).toBeVisible();
    const rules = page.getByRole('region', { name: 'What this means' });
    await expect.element(rules).toHaveAttribute('aria-busy', 'true');
    expect(rules.element().textContent).not.toMatch(/\?|Unknown|can /);
    expect(button('Subscribe').elements()).toEqual([]);
    const { height } = rules.element().getBoundingClientRect();
    const state = { ...channelsState, realm_can_add_subscribers_group: 2 };
    register(state);
    await expect.element(button('Unsubscribe')).toBeVisible();
    await expect.element(rules).toHaveTextContent('change its settings');
    expect(rules.element().getBoundingClientRect().height).toBe(height);
  });

  it('counts no topics', async () => {
    await show(5, 'topics', { getStreamTopics: () => new Promise(() => undefined) });
    await expect.element(page.getByRole('searchbox', { name: 'Search topics' })).toBeVisible();
    expect(page.getByRole('status').filter({ hasText: '0 topics' }).elements()).toEqual([]);
  });

  it('counts no channels', async () => {
    const { register } = await show(undefined);
    await button('Filter').click();
    await expect.element(button('Pinned')).toBeVisible();
    register(channelsState);
    await expect.element(button('Pinned 0')).toBeVisible();
  });

  it('doesn’t say whether the user can create a channel', async () => {
    const { register } = await show('new');
    await expect.element(page.getByRole('region', { name: 'New channel' })).toBeVisible();
    expect(button('New channel').elements()).toEqual([]);
    expect(button('Create channel').elements()).toEqual([]);
    register(channelsState);
    await expect.element(button('New channel')).toBeVisible();
    await expect.element(button('Create channel')).toBeVisible();
  });
});
