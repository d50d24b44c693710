import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { anAccount } from '../../../tests/support/account';
import { aChannel, aState } from '../../../tests/support/state';
import PickerRow from '../../../tests/support/ui/PickerRow.svelte';
import '../../app.css';

const long = 'announcements of all that goes on in our houses';
const topic = 'what to do before the theatre comes back';

it.each([
  [long, 'Kettle', [false, false]],
  ['shelf', topic, [false, false]],
  [long, `${topic}, and after that`, [true, true]],
])('cuts of “%s › %s” only what has no room', async (name, to, cut) => {
  const state = aState({ streams: [aChannel(5, { name })] });
  const { account } = anAccount({ state });
  await render(PickerRow, { account, recipient: { type: 'stream', to: [5], topic: to } });
  const fields = ['Channel', 'Topic'].map((label) => page.getByRole('combobox', { name: label }));
  await expect.element(fields[0]!).toHaveValue(name);
  const isCut = fields.map((one) => one.element().scrollWidth > one.element().clientWidth);
  expect(isCut).toEqual(cut);
});
