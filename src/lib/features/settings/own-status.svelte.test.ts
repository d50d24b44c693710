import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../../app.css';
import { anAccount, type Answers } from '../../../../tests/support/account';
import { aPerson, aState } from '../../../../tests/support/state';
import SectionBench from '../../../../tests/support/ui/SectionBench.svelte';
import { NetworkFailure } from '../../api/errors';
import { newId } from '../../client/new-id';
import { readAccountStorage, writeAccountStorage } from '../../client/storage/account-storage';
import StatusForm from './StatusForm.svelte';

const button = (name: string) => page.getByRole('button', { name });
const minutes = (count: number) => Math.floor(Date.now() / 1000) + count * 60;
const lunch = { status_text: 'Lunch', emoji_name: '' };
const nothing = { status_text: '', emoji_name: '' };

async function show(
  given: { kept?: object; said?: object; answers?: Answers; values?: object } = {},
) {
  const id = `test-${newId()}`;
  if (given.kept) writeAccountStorage(id, 'status-end', given.kept);
  const world = anAccount({
    id,
    ...(given.answers && { answers: given.answers }),
    state: aState({
      user_id: 1,
      realm_users: [aPerson(1)],
      ...(given.said && { user_status: { 1: given.said } }),
      user_settings: { presence_enabled: true },
      ...given.values,
    }),
  });
  await render(SectionBench, { account: world.account, section: StatusForm });
  return { ...world, kept: () => readAccountStorage(id, 'status-end') };
}

describe('the own status', () => {
  it('can be set from presets with an end, which this device stores', async () => {
    const { calls, kept } = await show();
    await button('In a meeting').click();
    await expect.element(page.getByText(/^Clears on /)).toBeVisible();
    await button('Set status').click();
    const said = { status_text: 'In a meeting', emoji_name: 'calendar' };
    await expect.poll(() => calls('updateStatus')).toEqual([said]);
    await expect.poll(kept).toMatchObject(said);
    await button('Clear status').click();
    await expect.poll(kept).toBeNull();
    await button('Undo').click();
    await expect.poll(() => calls('updateStatus').at(-1)).toEqual(said);
    await expect.poll(kept).toMatchObject(said);
  });

  it('offers Undo again after a lost reply', async () => {
    let isDown = false;
    const { calls } = await show({
      said: lunch,
      answers: {
        updateStatus: () => {
          if (isDown) throw new NetworkFailure('updateStatus', 'unreachable');
          return {};
        },
      },
    });
    await button('Clear status').click();
    await expect.element(button('Undo')).toBeVisible();
    isDown = true;
    await button('Undo').click();
    await expect.poll(() => calls('updateStatus')).toEqual([nothing, lunch]);
    isDown = false;
    await button('Undo').click();
    await expect.poll(() => calls('updateStatus')).toEqual([nothing, lunch, lunch]);
  });

  it('shows when it ends, even if the server sends it after the form is shown', async () => {
    const id = `test-${newId()}`;
    const at = minutes(60);
    writeAccountStorage(id, 'status-end', { ...lunch, at });
    const { account, calls, connect, register } = anAccount({ id, state: null });
    await render(SectionBench, { account, section: StatusForm });
    const end = page.getByRole('combobox', { name: 'Clear status after' });
    await expect.element(end).toHaveValue('never');
    register(aState({ user_id: 1, realm_users: [aPerson(1)], user_status: { 1: lunch } }));
    connect('online');
    await expect.element(end).toHaveValue('chosen');
    // If it is set again, it keeps its end.
    await button('Set status').click();
    await expect.poll(() => calls('updateStatus')).toEqual([lunch]);
    await expect.poll(() => readAccountStorage(id, 'status-end')).toEqual({ ...lunch, at });
  });

  it('is cleared when its time is over, with undo', async () => {
    const { calls, kept } = await show({ kept: { ...lunch, at: minutes(-5) }, said: lunch });
    await expect.poll(() => calls('updateStatus')).toEqual([nothing]);
    await button('Undo').click();
    await expect.poll(() => calls('updateStatus')).toEqual([nothing, lunch]);
    expect(kept()).toBeNull();
  });

  it('stays until its time, and when it was changed elsewhere', async () => {
    const { calls, kept, tell } = await show({ kept: { ...lunch, at: minutes(5) }, said: lunch });
    tell({ type: 'user_status', user_id: 1, status_text: 'Dinner' });
    await expect.poll(kept).toBeNull();
    await expect.element(page.getByRole('textbox').first()).toHaveValue('Dinner');
    expect(calls('updateStatus')).toEqual([]);
  });

  it('is cleared once the connection is back', async () => {
    let isDown = true;
    const { calls, connect } = await show({
      kept: { ...lunch, at: minutes(-5) },
      said: lunch,
      answers: {
        updateStatus: () => {
          if (isDown) throw new NetworkFailure('updateStatus', 'unreachable');
          return {};
        },
      },
    });
    await expect.poll(() => calls('updateStatus')).toHaveLength(1);
    isDown = false;
    connect('offline');
    connect('online');
    await expect.poll(() => calls('updateStatus')).toHaveLength(2);
    await expect.element(page.getByRole('textbox').first()).toHaveValue('');
  });

  it('is next to the switch for showing others the user is online', async () => {
    const { calls } = await show();
    await page.getByRole('switch', { name: 'Show others when I’m online' }).click();
    await expect.poll(() => calls('updateSettings')).toEqual([{ presence_enabled: false }]);
    await expect.element(page.getByText('You appear offline to others.')).toBeVisible();
  });

  it('has no presence switch if the organization shows no presence', async () => {
    await show({ values: { realm_presence_disabled: true } });
    expect(page.getByRole('switch').elements()).toEqual([]);
  });
});
