import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { RegisterState } from '../../../api/register';
import type { User } from '../../../api/user';
import { anAccount } from '../../../../../tests/support/account';
import { aChannel, aPerson, aState, aSubscription } from '../../../../../tests/support/state';
import BoxFrame from '../../../../../tests/support/ui/BoxFrame.svelte';
import '../../../../app.css';

const people = Array.from({ length: 40 }, (_, at) => aPerson(at + 1, { full_name: `P ${at + 1}` }));
const box = page.getByRole('textbox', { name: 'Message' });
const question = page.getByRole('alertdialog');
const button = (name: string) => question.getByRole('button', { name, exact: true });

/** A channel with users 1 to 30 in which the first one writes. */
async function setup(
  content: string,
  more: { state?: Partial<RegisterState>; subscribers?: () => Promise<User[]> } = {},
) {
  const state = aState({
    user_id: 1,
    realm_users: people,
    streams: [aChannel(5, { name: 'design', subscriber_count: 30 })],
    subscriptions: [aSubscription(5, { name: 'design', subscriber_count: 30 })],
    realm_user_groups: [],
    ...more.state,
  });
  const subscribers = more.subscribers ?? (() => Promise.resolve(people.slice(0, 30)));
  const { account } = anAccount({
    state,
    answers: {
      getSubscribers: async () => ({
        subscribers: (await subscribers()).map(({ user_id }) => user_id),
      }),
    },
  });
  const onsend = vi.fn();
  const recipient = { type: 'stream', to: [5], topic: 'logo' } as const;
  await render(BoxFrame, { account, recipient, content, onsend });
  await box.click();
  return { onsend };
}

const send = () => userEvent.keyboard('{Control>}{Enter}{/Control}');

describe('the question about mentions', () => {
  it('opens above Send with the number of people, and Enter sends', async () => {
    const { onsend } = await setup('Tea for @**all**');
    await send();
    await expect.element(question).toHaveAccessibleName('Notify 29 people?');
    await expect.element(question).toHaveAccessibleDescription('You’re mentioning @all.');
    expect(onsend).not.toHaveBeenCalled();
    await expect.element(button('Notify 29 people')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(onsend).toHaveBeenCalledOnce();
    await expect.element(question).not.toBeInTheDocument();
  });

  it('returns to the text on Escape, and asks again for that text', async () => {
    const { onsend } = await setup('Tea for @**all**');
    await box.click();
    (box.element() as HTMLTextAreaElement).setSelectionRange(3, 3);
    await send();
    await expect.element(question).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(box).toHaveFocus();
    await expect.element(box).toHaveValue('Tea for @**all**');
    expect((box.element() as HTMLTextAreaElement).selectionStart).toBe(3);
    expect(onsend).not.toHaveBeenCalled();
    await send();
    await expect.element(question).toBeVisible();
  });

  it('is asked once for the same mentions, and again for more', async () => {
    const { onsend } = await setup('@**all** ');
    await send();
    await button('Notify 29 people').click();
    await box.fill('@**all**, once more');
    await send();
    await expect.poll(() => onsend.mock.calls.length).toBe(2);
    await box.fill('@**all** and @**P 35**');
    await send();
    await expect
      .element(question)
      .toHaveTextContent('P 35 isn’t subscribed to #design and won’t be notified');
    expect(onsend).toHaveBeenCalledTimes(2);
  });

  it('names the people who would not be notified, at most a few of them', async () => {
    const names = people.slice(30).map(({ full_name }) => `@**${full_name}**`);
    const { onsend } = await setup(names.join(' '));
    await send();
    await expect
      .element(question)
      .toHaveAccessibleName('Some people won’t be notified. Send anyway?');
    await expect
      .element(question)
      .toHaveTextContent('P 31, P 32, P 33, P 34, P 35, and 5 others aren’t subscribed to #design');
    await button('Continue').click();
    expect(onsend).toHaveBeenCalledOnce();
  });

  it('closes when the user continues typing', async () => {
    await setup('@**all**');
    await send();
    await expect.element(question).toBeVisible();
    await box.fill('@_**all**');
    await expect.element(question).not.toBeInTheDocument();
  });

  it('is not asked for one subscriber of the channel, or for silent mentions', async () => {
    const { onsend } = await setup('@**P 2** @_**all** `@**all**`');
    await send();
    await expect.poll(() => onsend.mock.calls.length).toBe(1);
    await expect.element(question).not.toBeInTheDocument();
  });

  it('warns before sending that the organization forbids it', async () => {
    const nobody = { direct_members: [], direct_subgroups: [] };
    const { onsend } = await setup('@**everyone**', {
      state: { realm_can_mention_many_users_group: nobody },
    });
    await send();
    await expect.element(question).toHaveAccessibleName('You can’t notify that many people');
    await expect.element(button('Back to message')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(box).toHaveFocus();
    expect(onsend).not.toHaveBeenCalled();
  });

  it('asks with what the client knows when the server does not answer', async () => {
    const { onsend } = await setup('@**all** @**P 35**', {
      subscribers: () => Promise.reject(new Error('down')),
    });
    await send();
    await expect.element(question).toHaveAccessibleName('Notify 29 people?');
    await expect.element(question).not.toHaveTextContent('P 35');
    await button('Notify 29 people').click();
    expect(onsend).toHaveBeenCalledOnce();
  });
});
