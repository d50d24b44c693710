import type { Component } from 'svelte';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { anAccount, type Answers } from '../../../../tests/support/account';
import { aPerson, aState } from '../../../../tests/support/state';
import SectionBench from '../../../../tests/support/ui/SectionBench.svelte';
import { ApiError, NetworkFailure } from '../../api/errors';
import type { RegisterState } from '../../api/register';
import '../../../app.css';
import PeopleSection from './PeopleSection.svelte';
import ProfileFieldsSection from './ProfileFieldsSection.svelte';

const button = (name: string) => page.getByRole('button', { name });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const dialog = () => page.getByRole('dialog');

function open(section: Component, answers: Answers, state: Partial<RegisterState> = {}) {
  const realm_users = [aPerson(1, { role: 100 }), aPerson(2, { role: 400 })];
  const world = anAccount({ answers, state: aState({ user_id: 1, realm_users, ...state }) });
  return { ...world, shown: render(SectionBench, { account: world.account, section }) };
}

describe('a profile', () => {
  it('can be edited by administrators, and a refused value is reported at its field', async () => {
    const ask = (id: number, type: number, name: string, more = {}) => ({
      id,
      type,
      name,
      order: id,
      hint: '',
      ...more,
    });
    const answers = [
      () => {
        throw new ApiError('updateUser', 400, 'BAD_REQUEST', 'Page is not a URL');
      },
      () => ({}),
    ];
    const { shown, calls } = open(
      PeopleSection,
      {
        updateUser: () => answers.shift()?.(),
        getUser: () => ({ user: { ...aPerson(2), profile_data: { 1: { value: '77' } } } }),
      },
      {
        custom_profile_fields: [
          ask(1, 1, 'Staff number', { editable_by_user: false }),
          ask(2, 5, 'Page'),
          ask(3, 6, 'Manager'),
        ],
      },
    );
    await shown;
    await button('Edit Person 2').click();
    await expect.element(field('Staff number')).toHaveValue('77');
    await field('Staff number').fill('78');
    await field('Page').fill('nowhere');
    await dialog().getByRole('group', { name: 'Manager' }).getByRole('combobox').fill('Person 1');
    await page.getByRole('option', { name: 'Person 1' }).click();
    await button('Save').click();
    await expect.element(field('Page')).toHaveAccessibleDescription(/not a URL/);
    await expect.element(field('Page')).toHaveFocus();
    await field('Page').fill('');
    await button('Save').click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(calls('updateUser')).toEqual([
      {
        user_id: 2,
        profile_data: [
          { id: 1, value: '78' },
          { id: 2, value: 'nowhere' },
          { id: 3, value: [1] },
        ],
      },
      {
        user_id: 2,
        profile_data: [
          { id: 1, value: '78' },
          { id: 3, value: [1] },
        ],
      },
    ]);
  });
});

describe('a person whom another administrator changes at the same time', () => {
  it('keeps the name and values that are not changed here', async () => {
    const ask = (id: number, name: string) => ({ id, type: 1, name, order: id, hint: '' });
    let profile_data = { 1: { value: '77' }, 2: { value: 'Bow' } };
    const { shown, calls, tell } = open(
      PeopleSection,
      { getUser: () => ({ user: { ...aPerson(2), profile_data } }) },
      { custom_profile_fields: [ask(1, 'Staff number'), ask(2, 'Seat')] },
    );
    await shown;
    await button('Edit Person 2').click();
    await field('Seat').fill('Stern');
    // Edited, then changed back.
    await field('Staff number').fill('78');
    await field('Staff number').fill('77');
    profile_data = { 1: { value: '99' }, 2: { value: 'Bow' } };
    const custom_profile_field = { id: 1, value: '99' };
    const person = { user_id: 2, custom_profile_field };
    tell({ type: 'realm_user', op: 'update', person });
    tell({ type: 'realm_user', op: 'update', person: { user_id: 2, full_name: 'Eve' } });
    await expect.element(page.getByText('Eve', { exact: true })).toBeInTheDocument();
    await expect.poll(() => calls('getUser').length).toBeGreaterThan(1);
    await button('Save').click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(calls('updateUser')).toEqual([
      { user_id: 2, profile_data: [{ id: 2, value: 'Stern' }] },
    ]);
  });
});

describe('profile fields', () => {
  it('over the limit for short profiles are refused at the switch', async () => {
    const { shown } = open(ProfileFieldsSection, {
      createCustomProfileField() {
        const words = 'Only 2 custom profile fields can be displayed in the profile summary.';
        throw new ApiError('createCustomProfileField', 400, 'BAD_REQUEST', words);
      },
    });
    await shown;
    await button('Add field').click();
    await field('Name').fill('Boat');
    const short = dialog().getByRole('switch', { name: 'Show on profile cards' });
    await short.click();
    await button('Save').click();
    await expect.element(short).toHaveAccessibleDescription(/Only 2/);
    await expect.element(short).toHaveFocus();
    expect(
      dialog()
        .getByText(/Only 2/)
        .elements(),
    ).toHaveLength(1);
  });
});

describe('a profile field', () => {
  const crew = { id: 1, type: 1, name: 'Crew', order: 1, hint: '' };

  it('with a taken name or without choices is reported at the field', async () => {
    const { shown, calls } = open(ProfileFieldsSection, {}, { custom_profile_fields: [crew] });
    await shown;
    await button('Add field').click();
    await field('Name').fill('Crew');
    await dialog().getByRole('combobox', { name: 'Type' }).selectOptions('Choice');
    await button('Save').click();
    await expect.element(field('Name')).toHaveAccessibleDescription('This name is already in use.');
    await expect.element(field('Name')).toHaveFocus();
    await field('Name').fill('Watch');
    await button('Save').click();
    await expect.element(field('Choices')).toHaveAccessibleDescription(/This field is required/);
    await expect.element(field('Choices')).toHaveFocus();
    expect(calls('createCustomProfileField')).toEqual([]);
  });

  it('too long for short profiles can’t be shown in them', async () => {
    const { shown, calls } = open(ProfileFieldsSection, {
      createCustomProfileField: () => ({ id: 2 }),
    });
    await shown;
    await button('Add field').click();
    await field('Name').fill('Story');
    const short = dialog().getByRole('switch', { name: 'Show on profile cards' });
    await short.click();
    await dialog().getByRole('combobox', { name: 'Type' }).selectOptions('Long text');
    await expect.element(short).not.toBeInTheDocument();
    await button('Save').click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(calls('createCustomProfileField')).toMatchObject([
      { name: 'Story', display_in_profile_summary: false },
    ]);
  });

  it('can keep its own name', async () => {
    const { shown, calls } = open(ProfileFieldsSection, {}, { custom_profile_fields: [crew] });
    await shown;
    await button('Edit Crew').click();
    await field('Help text').fill('Of which boat');
    await button('Save').click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(calls('updateCustomProfileField')).toEqual([{ field_id: 1, hint: 'Of which boat' }]);
  });

  it('is sent whole to servers that treat omitted parts as empty', async () => {
    const state = { custom_profile_fields: [crew], zulip_feature_level: 251 };
    const { shown, calls } = open(ProfileFieldsSection, {}, state);
    await shown;
    await button('Edit Crew').click();
    await field('Help text').fill('Of which boat');
    await button('Save').click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(calls('updateCustomProfileField')).toMatchObject([
      { field_id: 1, name: 'Crew', hint: 'Of which boat', display_in_profile_summary: false },
    ]);
  });

  it('is renamed once if the response is lost', async () => {
    const answers = [
      () => {
        throw new NetworkFailure('updateCustomProfileField', 'timeout');
      },
      () => ({}),
    ];
    const { shown, calls, tell } = open(
      ProfileFieldsSection,
      { updateCustomProfileField: () => answers.shift()?.() },
      { custom_profile_fields: [crew] },
    );
    await shown;
    await button('Edit Crew').click();
    await field('Name').fill('Watch ');
    await button('Save').click();
    await expect.element(dialog().getByRole('alert')).not.toBeEmptyDOMElement();
    tell({ type: 'custom_profile_fields', fields: [{ ...crew, name: 'Watch' }] });
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(page.getByRole('region').getByText('Saved')).toBeVisible();
    expect(calls('updateCustomProfileField')).toHaveLength(1);
  });

  it('can use a name that was still taken when the dialog opened', async () => {
    const { shown, calls, tell } = open(
      ProfileFieldsSection,
      {},
      { custom_profile_fields: [crew] },
    );
    await shown;
    await button('Edit Crew').click();
    await field('Name').fill('Watch');
    tell({ type: 'custom_profile_fields', fields: [{ ...crew, name: 'Watch' }] });
    await expect.element(page.getByText('Watch', { exact: true })).toBeInTheDocument();
    await field('Help text').fill('By day or by night');
    await button('Save').click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(calls('updateCustomProfileField')).toEqual([
      { field_id: 1, hint: 'By day or by night' },
    ]);
  });
});

describe('a profile field that another administrator changes at the same time', () => {
  const choices = (...texts: string[]) =>
    JSON.stringify(Object.fromEntries(texts.map((text, at) => [at, { text, order: `${at + 1}` }])));
  const boat = {
    id: 1,
    type: 3,
    name: 'Boat',
    order: 1,
    hint: '',
    field_data: choices('Red', 'Blue'),
  };
  const theirs = { ...boat, field_data: choices('Red', 'Blue', 'Green') };
  const notice = (label: string) =>
    dialog()
      .getByRole('status')
      .filter({ hasText: `${label} was changed somewhere else` });

  async function edit() {
    let custom_fields = [boat];
    const world = open(
      ProfileFieldsSection,
      { getCustomProfileFields: () => ({ custom_fields }) },
      { custom_profile_fields: [boat] },
    );
    await world.shown;
    await button('Edit Boat').click();
    return {
      ...world,
      sent: () => world.calls('updateCustomProfileField'),
      /** Before the event is sent. */
      change: (now: typeof boat) => void (custom_fields = [now]),
      changeAndTell(now: typeof boat) {
        custom_fields = [now];
        world.tell({ type: 'custom_profile_fields', fields: custom_fields });
      },
    };
  }

  it('keeps their choices if only the hint is changed here', async () => {
    const { sent, changeAndTell } = await edit();
    changeAndTell(theirs);
    await field('Help text').fill('Where you sit');
    await button('Save').click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(sent()).toEqual([{ field_id: 1, hint: 'Where you sit' }]);
  });

  it('is not overwritten silently: the user picks a version', async () => {
    const { sent, changeAndTell } = await edit();
    await field('Choices').fill('Red\nBlue\nWhite');
    changeAndTell(theirs);
    await expect.element(notice('Choices')).toHaveTextContent('Green');
    await button('Save').click();
    await expect.element(field('Choices')).toHaveAccessibleDescription(/changed somewhere else/);
    await expect.element(field('Choices')).toHaveFocus();
    await expect.element(field('Choices')).toHaveValue('Red\nBlue\nWhite');
    expect(sent()).toEqual([]);
    await field('Choices').fill('Red\nBlue\nGreen\nWhite');
    await notice('Choices').getByRole('button', { name: 'Keep mine' }).click();
    await expect.element(notice('Choices')).not.toBeInTheDocument();
    await button('Save').click();
    await expect.element(dialog()).not.toBeInTheDocument();
    const field_data = JSON.parse(choices('Red', 'Blue', 'Green', 'White')) as object;
    expect(sent()).toEqual([{ field_id: 1, field_data }]);
  });

  it('takes their version if chosen, and can restore what was typed', async () => {
    const { sent, changeAndTell } = await edit();
    await field('Help text').fill('Mine');
    await field('Name').fill('Ship');
    changeAndTell({ ...boat, hint: 'Theirs' });
    await notice('Help text').getByRole('button', { name: 'Use the other version' }).click();
    await expect.element(field('Help text')).toHaveValue('Theirs');
    await expect.element(notice('Help text')).not.toBeInTheDocument();
    await button('Undo').click();
    await expect.element(field('Help text')).toHaveValue('Mine');
    await button('Save').click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(sent()).toEqual([{ field_id: 1, name: 'Ship', hint: 'Mine' }]);
  });

  it('keeps choices whose event hasn’t arrived yet', async () => {
    const { sent, change } = await edit();
    await field('Choices').fill('Red\nBlue\nWhite');
    change(theirs);
    await button('Save').click();
    await expect.element(notice('Choices')).toHaveTextContent('Green');
    await expect.element(field('Choices')).toHaveAccessibleDescription(/changed somewhere else/);
    await expect.element(field('Choices')).toHaveFocus();
    expect(sent()).toEqual([]);
  });
});
