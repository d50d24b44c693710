import { expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { anAccount } from '../../../tests/support/account';
import { aChannel, aState } from '../../../tests/support/state';
import RecipientRow from '../../../tests/support/ui/RecipientRow.svelte';
import '../../app.css';

const channels = ['open shelf', 'a channel with a name of quite some length'];

it.each([
  ['open shelf', 'Kettle', [false, false]],
  ['open shelf', 'A topic that is far longer than its row', [false, true]],
  [channels[1], 'Kettle', [true, false]],
  [channels[1], 'A topic that is far longer than its row', [true, true]],
])('cuts of “%s › %s” only what has no room', async (name, topic, cut) => {
  const state = aState({ streams: channels.map((one, at) => aChannel(at + 1, { name: one })) });
  const { account } = anAccount({ state });
  const recipient = { type: 'stream', to: [channels.indexOf(name ?? '') + 1], topic } as const;
  const { container } = await render(RecipientRow, { account, recipient });
  const parts = [...container.querySelectorAll<HTMLElement>('.truncate')];
  expect(parts.map((one) => one.scrollWidth > one.clientWidth)).toEqual(cut);
});
