import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aMessage } from '../../../../tests/support/state';
import { message, now, on, openTalk, sent } from '../../../../tests/support/ui/conversation-page';

const picker = () => page.getByRole('dialog', { name: 'Add reaction' });

it('adds any emoji by key, and the focus returns to the message', async () => {
  const { calls } = await openTalk({ addReaction: () => ({}) });
  await on('The first');
  await userEvent.keyboard(':');
  await expect.element(picker().getByRole('combobox', { name: 'Search emoji' })).toHaveFocus();
  // Others' reactions show no skin tone.
  expect(
    picker()
      .getByRole('button', { name: /^Skin tone/ })
      .elements(),
  ).toEqual([]);
  await userEvent.keyboard('tada{Enter}');
  await expect.element(picker()).not.toBeInTheDocument();
  await expect.element(message('The first')).toHaveFocus();
  expect(calls('addReaction')).toEqual([
    { message_id: 1, emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' },
  ]);
});

it('opens with the button beside the message, and adds nothing when the user cancels', async () => {
  const { calls } = await openTalk({ addReaction: () => ({}) });
  await message('The last').hover();
  await message('The last').getByRole('button', { name: 'Add reaction' }).click();
  await expect.element(picker()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(picker()).not.toBeInTheDocument();
  await expect.element(message('The last')).toHaveFocus();
  expect(calls('addReaction')).toEqual([]);
});

it('removes a reaction that the user has already added', async () => {
  const given = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' };
  const messages = [sent(1, 8, 'The first', { reactions: [{ ...given, user_id: 7 }] })];
  const { calls } = await openTalk({
    getMessages: () => ({
      messages: [...messages, aMessage(3, { content: '<p>The last</p>', timestamp: now })],
      found_oldest: true,
      found_newest: true,
    }),
    removeReaction: () => ({}),
  });
  await on('The first');
  await userEvent.keyboard(':');
  await expect.element(picker().getByRole('combobox', { name: 'Search emoji' })).toHaveFocus();
  await userEvent.keyboard('tada{Enter}');
  await expect.poll(() => calls('removeReaction')).toHaveLength(1);
});
