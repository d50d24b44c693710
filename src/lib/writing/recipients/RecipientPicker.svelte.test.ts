import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { anAccount } from '../../../../tests/support/account';
import { aChannel, aPerson, aState } from '../../../../tests/support/state';
import PickerRow from '../../../../tests/support/ui/PickerRow.svelte';
import '../../../app.css';

const long = 'announcements of all that goes on in our houses';
const topic = 'what to do before the theatre comes back';

it.each([
  [long, 'Kettle', [false, false]],
  ['shelf', topic, [false, false]],
  [long, `${topic}, and after that`, [true, true]],
])('truncates only the parts of “%s › %s” that don’t fit', async (name, to, cut) => {
  const state = aState({ streams: [aChannel(5, { name })] });
  const { account } = anAccount({ state });
  await render(PickerRow, { account, recipient: { type: 'stream', to: [5], topic: to } });
  const fields = ['Channel', 'Topic'].map((label) => page.getByRole('combobox', { name: label }));
  await expect.element(fields[0]!).toHaveValue(name);
  const isCut = fields.map((one) => one.element().scrollWidth > one.element().clientWidth);
  expect(isCut).toEqual(cut);
});

it('suggests recent direct message partners first, starting with the most recent', async () => {
  const names = ['Ann Abel', 'Ann Bell', 'Ann Cole', 'Bo Dale'];
  const realm_users = names.map((full_name, at) => aPerson(10 + at, { full_name }));
  const recent_private_conversations = [
    { max_message_id: 5, user_ids: [11] },
    { max_message_id: 9, user_ids: [12] },
  ];
  const { account } = anAccount({ state: aState({ realm_users, recent_private_conversations }) });
  await render(PickerRow, { account, recipient: { type: 'private', to: [], topic: '' } });
  await page.getByRole('combobox', { name: 'People' }).click();
  await userEvent.keyboard('ann');
  const options = page.getByRole('option');
  await expect.element(options.nth(2)).toHaveTextContent('Ann Abel');
  expect(options.all().map((one) => one.element().textContent.trim().slice(-8))).toEqual([
    'Ann Cole',
    'Ann Bell',
    'Ann Abel',
  ]);
});
