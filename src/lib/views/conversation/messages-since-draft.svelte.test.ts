import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { box, message, openTalk, textOfBox } from '../../../../tests/support/ui/conversation-page';

const word = () => page.getByRole('button', { name: /since you started writing/ });

it('shows what others have written since the draft was started, who is replying, and leads there', async () => {
  const { come } = await openTalk();
  await box().fill('As I said');
  come(4, 7, 'My own');
  await expect.element(message('My own')).toBeVisible();
  await expect.element(word()).not.toBeInTheDocument();
  come(5, 8, 'Other');
  await expect.element(word()).toHaveTextContent('1 new since you started writing');
  come(6, 8, 'For you', ['mentioned']);
  await expect.element(word()).toHaveTextContent('2 new since you started writing, 1 for you');
  // The hint doesn't block sending.
  await expect
    .element(page.getByRole('button', { name: 'Send', exact: true }))
    .not.toHaveAttribute('aria-disabled', 'true');
  await word().click();
  await expect.element(message('Other')).toHaveFocus();
  expect(textOfBox()).toBe('As I said');
  await box().fill('');
  await expect.element(word()).not.toBeInTheDocument();
});
