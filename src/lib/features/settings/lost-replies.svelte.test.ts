import type { Component } from 'svelte';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { anAccount } from '../../../../tests/support/account';
import { aPerson, aState } from '../../../../tests/support/state';
import SectionBench from '../../../../tests/support/ui/SectionBench.svelte';
import { NetworkFailure } from '../../api/errors';
import type { RegisterState } from '../../api/register';
import '../../../app.css';
import AccountSection from './AccountSection.svelte';
import AlertWordsSection from './AlertWordsSection.svelte';
import MutedSection from './MutedSection.svelte';
import NavigationSection from './NavigationSection.svelte';
import StatusForm from './StatusForm.svelte';

const button = (name: string | RegExp) => page.getByRole('button', { name });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const unreached = () => page.getByText('Can’t reach the server.');

/** `operations`: calls that never get a response. */
async function open(section: Component, operations: string[], state: Partial<RegisterState> = {}) {
  const lost = (id: string) => () => {
    throw new NetworkFailure(id, 'unreachable');
  };
  const world = anAccount({
    answers: Object.fromEntries(operations.map((id) => [id, lost(id)])),
    state: aState({ user_id: 1, realm_users: [aPerson(1), aPerson(2), aPerson(3)], ...state }),
  });
  await render(SectionBench, { account: world.account, section });
  return world;
}

describe('a change without a response is reported once it shows', () => {
  it('when an alert word is added or removed', async () => {
    const { tell } = await open(AlertWordsSection, ['addAlertWords', 'removeAlertWords'], {
      alert_words: [],
    });
    await field('New alert word').fill('tea');
    await userEvent.keyboard('{Enter}');
    await expect.element(unreached()).toBeVisible();
    await expect.element(field('New alert word')).toHaveValue('tea');
    tell({ type: 'alert_words', alert_words: ['tea'] });
    await expect.element(field('New alert word')).toHaveValue('');
    await expect.element(unreached()).not.toBeInTheDocument();
    await button('Remove “tea”').click();
    await expect.element(unreached()).toBeVisible();
    tell({ type: 'alert_words', alert_words: [] });
    await expect.element(button('Undo')).toBeVisible();
    await expect.element(unreached()).not.toBeInTheDocument();
  });

  it('when a person is muted or unmuted', async () => {
    const { tell } = await open(MutedSection, ['muteUser', 'unmuteUser'], { muted_users: [] });
    await page.getByRole('combobox', { name: 'Mute someone' }).fill('person 2');
    await page.getByRole('option', { name: 'Person 2' }).click();
    await expect.element(unreached()).toBeVisible();
    tell({ type: 'muted_users', muted_users: [{ id: 2, timestamp: 1 }] });
    await expect.element(unreached()).not.toBeInTheDocument();
    await button('Unmute Person 2').click();
    await expect.element(unreached().first()).toBeVisible();
    tell({ type: 'muted_users', muted_users: [] });
    await expect.element(button('Undo')).toBeVisible();
    await expect.element(unreached()).not.toBeInTheDocument();
  });

  it('when a view is pinned, created or removed', async () => {
    const { tell } = await open(NavigationSection, ['addNavigationView', 'removeNavigationView'], {
      navigation_views: [],
    });
    const add = (view: object) =>
      tell({ type: 'navigation_view', op: 'add', navigation_view: view });
    await page.getByLabelText('Drafts').selectOptions('pinned');
    await expect.element(unreached()).toBeVisible();
    add({ fragment: 'drafts', is_pinned: true, name: null });
    await expect.element(unreached()).not.toBeInTheDocument();
    await field('Name').fill('Direct messages');
    await field('URL fragment').fill('narrow/is/dm');
    await button('Add view').click();
    await expect.element(unreached()).toBeVisible();
    add({ fragment: 'narrow/is/dm', is_pinned: true, name: 'Direct messages' });
    await expect.element(field('URL fragment')).toHaveValue('');
    await expect.element(unreached()).not.toBeInTheDocument();
    await button('Remove Direct messages').click();
    await expect.element(unreached()).toBeVisible();
    tell({ type: 'navigation_view', op: 'remove', fragment: 'narrow/is/dm' });
    await expect.element(button('Undo')).toBeVisible();
    await expect.element(unreached()).not.toBeInTheDocument();
  });

  it('when the status is set', async () => {
    const { tell } = await open(StatusForm, ['updateStatus']);
    const say = (status_text: string) =>
      tell({ type: 'user_status', user_id: 1, status_text, emoji_name: '' });
    await field('What’s your status?').fill('Tea');
    await button('Set status').click();
    await expect.element(unreached()).toBeVisible();
    say('Tea');
    await expect.element(page.getByText('Status set').last()).toBeVisible();
    await expect.element(unreached()).not.toBeInTheDocument();
    await button('Clear status').click();
    await expect.element(unreached()).toBeVisible();
    say('');
    await expect.element(button('Undo')).toBeVisible();
    await expect.element(unreached()).not.toBeInTheDocument();
  });

  it('when the name is changed', async () => {
    const { tell } = await open(AccountSection, ['updateSettings']);
    await field('Name').fill('Ada');
    await button('Save name').click();
    await expect.element(unreached()).toBeVisible();
    tell({ type: 'realm_user', op: 'update', person: { user_id: 1, full_name: 'Ada' } });
    await expect.element(unreached()).not.toBeInTheDocument();
    await expect.element(field('Name')).toHaveValue('Ada');
  });
});

it('an undo that gets no reply after its page was left can be tried again', async () => {
  let isOffline = true;
  const { account, calls } = anAccount({
    answers: {
      removeAlertWords: () => ({ alert_words: [] }),
      addAlertWords: () => {
        if (isOffline) throw new NetworkFailure('addAlertWords', 'unreachable');
        return { alert_words: ['tea'] };
      },
    },
    state: aState({ user_id: 1, realm_users: [aPerson(1)], alert_words: ['tea'] }),
  });
  const { rerender } = await render(SectionBench, { account, section: AlertWordsSection });
  await button('Remove “tea”').click();
  await expect.element(button('Undo')).toBeVisible();
  await rerender({ section: MutedSection });
  await button('Undo').click();
  await expect.element(unreached().first()).toBeVisible();
  isOffline = false;
  await button('Undo').click();
  await expect.poll(() => account.state?.alert_words).toEqual(['tea']);
  await expect.element(button('Undo')).not.toBeInTheDocument();
  expect(calls('addAlertWords')).toHaveLength(2);
});
