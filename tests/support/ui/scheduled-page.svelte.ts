import { openDB } from 'idb';
import type { Component } from 'svelte';
import { onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { RegisterState } from '$lib/api/register';
import type { ScheduledMessage } from '$lib/api/scheduled-message';
import type { Account } from '$lib/client/account/account.svelte';
import type { Outbox } from '$lib/client/outbox/outbox.svelte';
import { AccountDrafts } from '$lib/features/drafts/account-drafts.svelte';
import '../../../src/app.css';
import { anAccount, type Answers } from '../account';
import { aChannel, aPerson, aState, aSubscription } from '../state';
import { outboxes } from './Frame.svelte';
import ScheduledFrame from './ScheduledFrame.svelte';

/** UNIX seconds: after tomorrow's midnight in every time zone, and never a full minute. */
export const soon = Math.floor(Date.now() / 60_000) * 60 + 36 * 3600 + 17;
const postable = { can_send_message_group: 1 };

export function scheduled(id: number, content: string, more: Partial<ScheduledMessage> = {}) {
  return {
    scheduled_message_id: id,
    type: 'stream' as const,
    to: 5,
    topic: 'logo',
    content,
    rendered_content: `<p>${content}</p>`,
    scheduled_delivery_timestamp: soon + id * 60,
    failed: false,
    ...more,
  };
}

const toGrace = { type: 'private' as const, to: [8], topic: undefined };

function stateWith(scheduled_messages: ScheduledMessage[] | undefined): RegisterState {
  return aState({
    user_id: 7,
    realm_users: [aPerson(7, { full_name: 'Ada' }), aPerson(8, { full_name: 'Grace' })],
    streams: [
      aChannel(5, { ...postable, name: 'design' }),
      aChannel(6, { name: 'attic', is_archived: true }),
    ],
    subscriptions: [aSubscription(5, { ...postable, name: 'design' })],
    realm_user_groups: [{ id: 1, name: 'all', members: [7], direct_subgroup_ids: [] }],
    user_settings: { enable_drafts_synchronization: true, timezone: 'Europe/Berlin' },
    drafts: [],
    scheduled_messages,
  });
}

export const some = [scheduled(1, 'The blue one'), scheduled(2, 'For Grace alone', toGrace)];

/** Number of changes that survive a reload. */
async function keptOnDevice({ id }: { readonly id: string }): Promise<number> {
  const db = await openDB(`inkwell.outbox.${id}`);
  const count = await db.count('changes');
  db.close();
  return count;
}

type PageFrame = Component<{ account: Account; drafts: AccountDrafts; away?: boolean }>;

let drafted = 100;

/** The page with the real drafts engine. */
export async function setup(
  scheduled_messages: ScheduledMessage[] | null = some,
  more: Answers = {},
  { Frame = ScheduledFrame, ...values }: Partial<RegisterState> & { Frame?: PageFrame } = {},
) {
  const fake = anAccount({
    state: null,
    answers: {
      sendMessage: () => ({ id: 99 }),
      getDrafts: () => ({ count: 0, drafts: [] }),
      createDrafts: ({ drafts = [] }) => ({ ids: drafts.map(() => drafted++) }),
      createScheduledMessage: () => ({ scheduled_message_id: 50 }),
      getScheduledMessageFailures: () => ({ failures: [] }),
      getScheduledMessages: () => ({
        scheduled_messages: account.state?.scheduled_messages ?? [],
      }),
      getReminders: () => ({ reminders: account.state?.reminders ?? [] }),
      ...more,
    },
  });
  const { account, calls, connect, tell } = fake;
  const drafts = new AccountDrafts(account);
  drafts.start();
  fake.register({ ...stateWith(scheduled_messages ?? undefined), ...values });
  connect('online');
  drafts.setConnection(true, true);
  onTestFinished(() => drafts.stop());
  const { rerender } = await render(Frame, { account, drafts });
  const outbox = () => outboxes.get(account.id) as Outbox;
  const kept = () => keptOnDevice(account);
  return {
    kept,
    account,
    drafts,
    tell,
    outbox,
    connect,
    calls,
    leave: () => rerender({ away: true }),
    comeBack: () => rerender({ away: false }),
  };
}

export const row = (name: RegExp) => page.getByRole('option', { name });
export const list = () => page.getByRole('listbox', { name: 'Scheduled' }).element() as HTMLElement;
/** The row that the next key press applies to. */
export const underKeys = () =>
  document.getElementById(list().getAttribute('aria-activedescendant') ?? '')?.textContent;
export const button = (name: string) => page.getByRole('button', { name, exact: true });
