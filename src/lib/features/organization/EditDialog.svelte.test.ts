import type { Component } from 'svelte';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { anAccount, type Answers } from '../../../../tests/support/account';
import { aPerson, aState } from '../../../../tests/support/state';
import SectionBench from '../../../../tests/support/ui/SectionBench.svelte';
import { ApiError, NetworkFailure } from '../../api/errors';
import '../../../app.css';
import EmojiSection from './EmojiSection.svelte';
import GroupsSection from './GroupsSection.svelte';
import LinkifiersSection from './LinkifiersSection.svelte';
import PeopleSection from './PeopleSection.svelte';
import PlaygroundsSection from './PlaygroundsSection.svelte';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog');
const field = (name: string) => dialog().getByRole('textbox', { name, exact: true });

async function open(section: Component, opener: string, answers: Answers) {
  const realm_users = [aPerson(1, { role: 100 })];
  const world = anAccount({ answers, state: aState({ user_id: 1, realm_users }) });
  await render(SectionBench, { account: world.account, section });
  await button(opener).click();
  return world;
}

/** Fills all fields, so that no value is missing. */
async function fillAll() {
  const inputs = dialog().element().querySelectorAll('input:not([type=checkbox]), textarea');
  for (const input of inputs) await page.elementLocator(input).fill('x');
}

const refused =
  (message: string, fields = {}) =>
  () => {
    throw new ApiError('x', 400, 'BAD_REQUEST', message, fields);
  };

it('keeps what was typed on the first Escape and closes on the second', async () => {
  await open(PlaygroundsSection, 'Add playground', {});
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  await button('Add playground').click();
  await field('Language').fill('Rust');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog().getByText(/Close again to discard/)).toBeVisible();
  await expect.element(field('Language')).toHaveValue('Rust');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
});

it('asks before it drops a choice that was changed without typing', async () => {
  await open(GroupsSection, 'New group', {});
  await dialog().getByRole('button', { name: 'Remove Person 1' }).first().click();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog().getByText(/Close again to discard/)).toBeVisible();
});

describe('a server error in a dialog', () => {
  it.each<[string, Component, string, string, Answers, string]>([
    [
      'a person’s address',
      ...([PeopleSection, 'New person', 'Create account'] as const),
      { createUser: refused("Email 'a@b' already in use") },
      'Email address',
    ],
    [
      'a linkifier’s template',
      ...([LinkifiersSection, 'Add linkifier', 'Save'] as const),
      { addLinkifier: refused('No', { errors: { url_template: ['No'] } }) },
      'URL template',
    ],
    [
      'a playground’s language',
      ...([PlaygroundsSection, 'Add playground', 'Save'] as const),
      { addCodePlayground: refused('Invalid characters in pygments language') },
      'Language',
    ],
  ])(
    'is said at its field, which gets the keyboard: %s',
    async (_what, section, opener, submit, answers, name) => {
      await open(section, opener, answers);
      await fillAll();
      await button(submit).click();
      await expect
        .element(field(name))
        .toHaveAccessibleDescription(/The server didn’t accept this/);
      await expect.element(field(name)).toHaveFocus();
      await expect.element(field(name)).toHaveValue('x');
      await expect
        .element(dialog().getByRole('alert'))
        .toHaveTextContent('The server didn’t accept this');
    },
  );

  it('without a field of its own appears once, next to the button', async () => {
    await open(PeopleSection, 'New person', { createUser: refused('Not today') });
    await fillAll();
    await button('Create account').click();
    await expect.element(dialog().getByRole('alert')).toHaveTextContent('Not today');
    await expect.element(field('Email address')).not.toHaveAccessibleDescription(/Not today/);
  });

  it('disappears when its field is changed', async () => {
    await open(LinkifiersSection, 'Add linkifier', {
      addLinkifier: refused('No', { errors: { pattern: ['No'] } }),
    });
    await fillAll();
    await button('Save').click();
    await expect.element(field('Pattern')).toBeInvalid();
    await field('URL template').fill('y');
    await expect.element(field('Pattern')).toBeInvalid();
    await field('Pattern').fill('y');
    await expect.element(field('Pattern')).not.toBeInvalid();
    await expect.element(dialog().getByRole('alert')).not.toBeInTheDocument();
  });

  it('is gone when the dialog opens again', async () => {
    await open(PlaygroundsSection, 'Add playground', {
      addCodePlayground: refused('Invalid characters in pygments language'),
    });
    await fillAll();
    await button('Save').click();
    await expect.element(dialog().getByRole('alert')).toBeVisible();
    await button('Cancel').click();
    await button('Add playground').click();
    await expect.element(field('Language')).toBeVisible();
    expect(dialog().getByRole('alert').elements()).toEqual([]);
  });
});

describe('a missing value in a dialog', () => {
  it('is reported at its field and nothing is sent', async () => {
    const { calls } = await open(EmojiSection, 'Add emoji', {});
    await field('Name').fill('boat');
    await button('Upload').click();
    await expect.element(dialog().getByLabelText('Image')).toHaveFocus();
    await expect.element(dialog().getByLabelText('Image')).toBeInvalid();
    expect(calls('uploadCustomEmoji')).toEqual([]);
  });
});

describe('a linkifier that another administrator changes at the same time', () => {
  it('keeps the parts that are not changed here', async () => {
    const linkifier = { id: 1, pattern: '#(?P<id>\\d+)', url_template: 'https://a.example/{id}' };
    const realm_users = [aPerson(1, { role: 100 })];
    const { account, tell, calls } = anAccount({
      state: aState({ user_id: 1, realm_users, realm_linkifiers: [linkifier] }),
    });
    await render(SectionBench, { account, section: LinkifiersSection });
    await page.getByRole('button', { name: /^Edit/ }).click();
    await field('Pattern').fill('T(?P<id>\\d+)');
    const url_template = 'https://b.example/{id}';
    tell({ type: 'realm_linkifiers', realm_linkifiers: [{ ...linkifier, url_template }] });
    await expect.element(page.getByText(url_template)).toBeInTheDocument();
    await button('Save').click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(calls('updateLinkifier')).toEqual([
      { filter_id: 1, pattern: 'T(?P<id>\\d+)', url_template },
    ]);
  });
});

/** The server trims names. */
describe('with spaces around the name, a change without a response counts as done once it shows', () => {
  const lost = (id: string) => ({
    [id]: () => {
      throw new NetworkFailure(id, 'timeout');
    },
  });

  async function submit(submitLabel: string) {
    await button(submitLabel).click();
    await expect.element(dialog().getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  }

  it('of a group', async () => {
    const { tell } = await open(GroupsSection, 'New group', lost('createUserGroup'));
    await field('Name').fill(' writers ');
    await submit('Create group');
    const group = {
      ...{ id: 9, name: 'writers', description: '', members: [1], direct_subgroup_ids: [] },
      ...{ is_system_group: false, deactivated: false, creator_id: 1, date_created: 1 },
      ...{ can_add_members_group: 3, can_join_group: 3, can_leave_group: 3 },
      ...{ can_manage_group: 3, can_mention_group: 3, can_remove_members_group: 3 },
    };
    tell({ type: 'user_group', op: 'add', group });
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  it('of a playground', async () => {
    const { tell } = await open(PlaygroundsSection, 'Add playground', lost('addCodePlayground'));
    await field('Name').fill(' Rust playground ');
    await field('Language').fill(' Rust ');
    await field('URL template').fill('https://play.example/?code={code}');
    await submit('Save');
    const playground = {
      ...{ id: 1, name: 'Rust playground', pygments_language: 'Rust' },
      url_template: 'https://play.example/?code={code}',
    };
    tell({ type: 'realm_playgrounds', realm_playgrounds: [playground] });
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  it('of a person', async () => {
    const { tell } = await open(PeopleSection, 'Edit Person 1', {
      ...lost('updateUser'),
      getUser: () => ({ user: { ...aPerson(1), profile_data: {} } }),
    });
    await field('Name').fill(' Ada ');
    await submit('Save');
    tell({ type: 'realm_user', op: 'update', person: { user_id: 1, full_name: 'Ada' } });
    await expect.element(dialog()).not.toBeInTheDocument();
  });
});
