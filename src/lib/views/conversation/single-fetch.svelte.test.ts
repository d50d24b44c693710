import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { box, openTalk } from '../../../../tests/support/ui/conversation-page';

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
