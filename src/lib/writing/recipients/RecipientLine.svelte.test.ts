import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { anAccount } from '../../../../tests/support/account';
import { aChannel, aPerson, aState } from '../../../../tests/support/state';
import RecipientRow from '../../../../tests/support/ui/RecipientRow.svelte';
import '../../../app.css';

const channels = ['open shelf', 'a channel with a name of quite some length'];

it.each([
  ['open shelf', 'Kettle', [false, false]],
  ['open shelf', 'A topic that is far longer than its row', [false, true]],
  [channels[1], 'Kettle', [true, false]],
  [channels[1], 'A topic that is far longer than its row', [true, true]],
])('truncates only the parts of “%s › %s” that don’t fit', async (name, topic, cut) => {
  const state = aState({ streams: channels.map((one, at) => aChannel(at + 1, { name: one })) });
  const { account } = anAccount({ state });
  const recipient = { type: 'stream', to: [channels.indexOf(name ?? '') + 1], topic } as const;
  const { container } = await render(RecipientRow, { account, recipient });
  const parts = [...container.querySelectorAll<HTMLElement>('.truncate')];
  expect(parts.map((one) => one.scrollWidth > one.clientWidth)).toEqual(cut);
});

describe('until the directory is loaded', () => {
  it.each([
    ['a channel', { type: 'stream', to: [1], topic: 'Kettle' }, 'open shelf', /unknown/i],
    ['a person', { type: 'private', to: [8], topic: '' }, 'Grace', /unknown/i],
  ] as const)('shows a placeholder of the same height for %s', async (_, recipient, name, word) => {
    const { account, register } = anAccount({ state: null });
    const { container } = await render(RecipientRow, { account, recipient });
    const height = () => container.firstElementChild?.getBoundingClientRect().height;
    const before = height();
    expect(before).toBeGreaterThan(0);
    expect(container.textContent).not.toMatch(word);
    expect(container.querySelector('[title]:not([title=""])')).toBeNull();
    register(
      aState({
        streams: [aChannel(1, { name: 'open shelf' })],
        realm_users: [aPerson(8, { full_name: 'Grace' })],
      }),
    );
    await expect.element(page.getByText(name)).toBeVisible();
    expect(height()).toBe(before);
  });

  it('shows “unknown channel” only afterward', async () => {
    const { account, register } = anAccount({ state: null });
    const recipient = { type: 'stream', to: [1], topic: 'Kettle' } as const;
    await render(RecipientRow, { account, recipient });
    register(aState());
    await expect.element(page.getByText('unknown channel')).toBeVisible();
  });
});
