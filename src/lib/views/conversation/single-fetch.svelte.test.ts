import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { box, openTalk, sent } from '../../../../tests/support/ui/conversation-page';

it('reads a conversation’s messages once, and not again for its box', async () => {
  const { callSpy } = await openTalk();
  /** Parameters of the calls that read this topic. */
  const reads = () =>
    callSpy.mock.calls.flatMap(([{ id }, params]) =>
      id === 'getMessages' && JSON.stringify(params).includes('logo') ? [params] : [],
    );
  await expect.element(page.getByRole('button', { name: 'Bold', exact: true })).toBeVisible();
  await box().fill('A text long enough for the tools of the box');
  await expect.element(box()).toHaveFocus();
  await box().fill('Another one');
  expect(reads()).toHaveLength(1);
});

it('reads a conversation once, as soon as its row is pressed', async () => {
  const plan = sent(4, 8, 'The plan', { subject: 'plan' });
  const { callSpy } = await openTalk({
    getMessages: ({ narrow = '' }) => {
      const isLogo = JSON.stringify(narrow).includes('logo');
      const messages = [isLogo ? sent(3, 8, 'The last') : plan];
      return { messages, found_oldest: true, found_newest: true };
    },
  });
  const reads = () =>
    callSpy.mock.calls.filter(
      ([{ id }, params]) => id === 'getMessages' && JSON.stringify(params).includes('"plan"'),
    );
  const row = page.getByRole('option', { name: /plan/ });
  await expect.element(row).toBeVisible();
  expect(reads()).toHaveLength(0);
  const press = { pointerType: 'mouse', button: 0, bubbles: true };
  row.element().dispatchEvent(new PointerEvent('pointerdown', press));
  expect(reads()).toHaveLength(1);
  await row.click();
  await expect.element(page.getByRole('article', { name: 'The plan' })).toBeVisible();
  await userEvent.keyboard('x');
  await expect.element(box()).toHaveValue('x');
  expect(reads()).toHaveLength(1);
});
