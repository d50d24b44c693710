import { expect, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { RegisterState } from '$lib/api/register';
import { AccountDrafts } from '$lib/features/drafts/account-drafts.svelte';
import '../../../src/app.css';
import { anAccount, type Answers } from '../account';
import { aChannel, aPerson, aState, aSubscription } from '../state';
import DraftsFrame from './DraftsFrame.svelte';
import { waitForComposeTools } from './compose-tools';

const channel = { can_send_message_group: 1, name: 'design' };
export const state = aState({
  user_id: 7,
  realm_users: [aPerson(7, { full_name: 'Ada' }), aPerson(8, { full_name: 'Grace' })],
  streams: [aChannel(5, channel), aChannel(6, { name: 'attic', is_archived: true })],
  subscriptions: [aSubscription(5, channel)],
  realm_user_groups: [{ id: 1, name: 'all', members: [7], direct_subgroup_ids: [] }],
  realm_can_delete_own_message_group: 1,
  user_settings: { enable_drafts_synchronization: true },
  drafts: [
    draft(1, 'stream', [5], 'logo', 'The **blue** one'),
    draft(2, 'stream', [6], 'old', 'To a channel that is closed'),
    draft(3, 'private', [8], '', 'For Grace'),
  ],
});

function draft(
  id: number,
  type: 'stream' | 'private',
  to: number[],
  topic: string,
  content: string,
) {
  return { id, type, to, topic, content, timestamp: 1_700_000_000 - id };
}

/** Like `setup`, but the drafts might not be stored on this device yet. */
export async function showFirst(
  send: NonNullable<Answers['sendMessage']> = () => ({ id: 99 }),
  more: Answers = {},
  values: Partial<RegisterState> = {},
) {
  const world = anAccount({
    state: null,
    answers: {
      sendMessage: send,
      createScheduledMessage: () => ({ scheduled_message_id: 12 }),
      getDrafts: () => ({ count: 3, drafts: state.drafts }),
      createDrafts: () => ({ ids: [100] }),
      ...more,
    },
  });
  const { account, register, connect } = world;
  const drafts = new AccountDrafts(account);
  drafts.start();
  register({ ...state, ...values });
  connect('online');
  drafts.setConnection(true, true);
  onTestFinished(() => drafts.stop());
  const { rerender } = await render(DraftsFrame, { account, drafts });
  await expect.element(page.getByRole('option', { name: /blue/ })).toBeVisible();
  return {
    ...world,
    drafts,
    leave: () => rerender({ away: true }),
    comeBack: () => rerender({ away: false }),
  };
}

/** The page with the real drafts engine and store; `send` answers when a message is sent. */
export async function setup(...given: Parameters<typeof showFirst>) {
  const world = await showFirst(...given);
  await expect.poll(() => world.drafts.awaited).toBe(false);
  return world;
}

export const row = (name: RegExp) => page.getByRole('option', { name });
export const box = () => page.getByRole('textbox', { name: 'Message' });

/** Waits for the tools that a box initially lacks, and opens its snippet palette once. */
export async function helped() {
  await waitForComposeTools();
  await userEvent.keyboard("{Control>}'{/Control}");
  await expect.element(page.getByRole('dialog', { name: 'Insert snippet' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(box()).toHaveFocus();
}
