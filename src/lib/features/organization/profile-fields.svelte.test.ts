import type { Component } from 'svelte';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { anAccount, type Answers } from '../../../../tests/support/account';
import { aPerson, aState } from '../../../../tests/support/state';
import SectionBench from '../../../../tests/support/ui/SectionBench.svelte';
import { ApiError } from '../../api/errors';
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

describe('what a profile says', () => {
  it('is told by administrators, too; what is refused stands at its field', async () => {
    const ask = (id: number, type: number, name: string, more = {}) => ({
      ...{ id, type, name, order: id, hint: '' },
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

describe('profile fields', () => {
  it('too many for short profiles are refused at the switch', async () => {
    const { shown } = open(ProfileFieldsSection, {
      createCustomProfileField() {
        const words = 'Only 2 custom profile fields can be displayed in the profile summary.';
        throw new ApiError('createCustomProfileField', 400, 'BAD_REQUEST', words);
      },
    });
    await shown;
    await button('Add a field').click();
    await field('Name').fill('Boat');
    const short = dialog().getByRole('switch', { name: 'Show in short profiles' });
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

  it('with a taken name or without choices is told at the field', async () => {
    const { shown, calls } = open(ProfileFieldsSection, {}, { custom_profile_fields: [crew] });
    await shown;
    await button('Add a field').click();
    await field('Name').fill('Crew');
    await dialog().getByRole('combobox', { name: 'Kind' }).selectOptions('Choice');
    await button('Save').click();
    await expect.element(field('Name')).toHaveAccessibleDescription('This name is taken.');
    await expect.element(field('Name')).toHaveFocus();
    await field('Name').fill('Watch');
    await button('Save').click();
    await expect.element(field('Choices')).toHaveAccessibleDescription(/Something is missing/);
    await expect.element(field('Choices')).toHaveFocus();
    expect(calls('createCustomProfileField')).toEqual([]);
  });

  it('that is too long for short profiles is not offered for them', async () => {
    const { shown, calls } = open(ProfileFieldsSection, {
      createCustomProfileField: () => ({ id: 2 }),
    });
    await shown;
    await button('Add a field').click();
    await field('Name').fill('Story');
    const short = dialog().getByRole('switch', { name: 'Show in short profiles' });
    await short.click();
    await dialog().getByRole('combobox', { name: 'Kind' }).selectOptions('Long text');
    await expect.element(short).not.toBeInTheDocument();
    await button('Save').click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(calls('createCustomProfileField')).toMatchObject([
      { name: 'Story', display_in_profile_summary: false },
    ]);
  });

  it('keeps its own name', async () => {
    const { shown, calls } = open(ProfileFieldsSection, {}, { custom_profile_fields: [crew] });
    await shown;
    await button('Edit Crew').click();
    await button('Save').click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(calls('updateCustomProfileField')).toMatchObject([{ field_id: 1, name: 'Crew' }]);
  });
});
