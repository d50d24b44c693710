import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { anAccount } from '../../../../tests/support/account';
import SidebarRowFrame from '../../../../tests/support/ui/SidebarRowFrame.svelte';
import type { SidebarEntry } from './sidebar-groups';
import '../../../app.css';

const href = '/conversation?dm=8';
const entry: SidebarEntry = {
  key: 'dm 8',
  kind: 'direct',
  label: 'Grace',
  href,
  isMuted: false,
  channel: undefined,
  recipient: { type: 'private', to: [8], topic: '' },
  unread: { count: 2, look: 'number', href },
};

it('leaves the name all the space until the pointer reveals the actions', async () => {
  const { account } = anAccount();
  await render(SidebarRowFrame, { account, entry });
  const mark = page.getByRole('button', { name: /read/, includeHidden: true });
  await userEvent.hover(document.body, { position: { x: 600, y: 400 } });
  await expect.element(mark).not.toBeVisible();
  await userEvent.hover(page.getByRole('link', { name: /Grace/ }));
  await expect.element(mark).toBeVisible();
});
