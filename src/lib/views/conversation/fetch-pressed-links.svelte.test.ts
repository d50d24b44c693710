import { tick } from 'svelte';
import { expect, it, onTestFinished } from 'vitest';
import { openTalk } from '../../../../tests/support/ui/conversation-page';
import { AccountStores } from '../../client/account/account-stores.svelte';
import { ToastQueue } from '../../ui/toast-queue.svelte';
import { createOutbox } from '../account/create-outbox';
import { fetchPressedLinks } from './fetch-pressed-links';

it('asks for a conversation once its link is pressed, unless it opens elsewhere', async () => {
  const { account, drafts, callSpy } = await openTalk();
  const stores = new AccountStores(account, new ToastQueue(), createOutbox(account, drafts));
  const stop = fetchPressedLinks(stores);
  const link = document.createElement('a');
  document.body.append(link);
  onTestFinished(() => {
    stop();
    stores.stop();
    link.remove();
  });
  await tick();
  const press = (href: string, more: PointerEventInit = {}) => {
    callSpy.mockClear();
    link.setAttribute('href', href);
    const mouse = { pointerType: 'mouse', button: 0, bubbles: true };
    link.dispatchEvent(new PointerEvent('pointerdown', { ...mouse, ...more }));
    return callSpy.mock.calls.map(([{ id }]) => id);
  };
  const href = '/conversation?channel=6&topic=roses';
  expect(press(href, { ctrlKey: true })).toEqual([]);
  expect(press(href, { pointerType: 'touch' })).toEqual([]);
  expect(press(`${href}&near=3`)).toEqual([]);
  expect(press('/inbox')).toEqual([]);
  expect(press(href)).toEqual(['getMessages']);
  expect(press(href)).toEqual([]);
});
