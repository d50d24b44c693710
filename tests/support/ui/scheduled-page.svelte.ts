import { afterEach, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { ServerEvent } from '$lib/api/event-types';
import type { RegisterState } from '$lib/api/register';
import type { ScheduledMessage } from '$lib/api/scheduled-messages';
import type { Account } from '$lib/client/account.svelte';
import { newId } from '$lib/client/new-id';
import { applyEvent } from '$lib/client/patches';
import type { Outbox } from '$lib/client/outbox/outbox.svelte';
import { createQueryClient } from '$lib/client/query';
import { Drafts } from '$lib/features/drafts/drafts.svelte';
import '../../../src/app.css';
import { aChannel, aPerson, aState, aSubscription } from '../state';
import { outboxes } from './Frame.svelte';
import ScheduledFrame from './ScheduledFrame.svelte';

/** Seconds since the epoch: after tomorrow's midnight in every zone, and never a full minute. */
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

type PageFrame = typeof ScheduledFrame;

const started: Drafts[] = [];
const answerTo = (operation: { id: string }, params: unknown) =>
  answers[operation.id]?.(params) ?? Promise.resolve({});
let answers: Record<string, (params: unknown) => Promise<unknown>> = {};
let drafted = 100;
const draftedAll = (params: unknown) => {
  const { drafts } = params as { drafts: readonly unknown[] };
  return Promise.resolve({ ids: drafts.map(() => drafted++) });
};

/** The page on the real drafts engine; the account takes in events as the real one does. */
export async function setup(
  scheduled_messages: ScheduledMessage[] | null = some,
  more = {},
  { Frame = ScheduledFrame, ...values }: Partial<RegisterState> & { Frame?: PageFrame } = {},
) {
  answers = {
    sendMessage: () => Promise.resolve({ id: 99 }),
    getDrafts: () => Promise.resolve({ drafts: [] }),
    createDrafts: draftedAll,
    createScheduledMessage: () => Promise.resolve({ scheduled_message_id: 50 }),
    getScheduledMessageFailures: () => Promise.resolve({ failures: [] }),
    getStreamTopics: () => Promise.resolve({ topics: [] }),
    getScheduledMessages: () =>
      Promise.resolve({ scheduled_messages: state.scheduled_messages ?? [] }),
    getReminders: () => Promise.resolve({ reminders: state.reminders ?? [] }),
    ...more,
  };
  const call = vi.fn(answerTo);
  let state = $state.raw({ ...stateWith(scheduled_messages ?? undefined), ...values });
  let connection = $state.raw({ kind: 'online' });
  const byId = <T>(rows: readonly T[] | undefined, key: keyof T) =>
    new Map((rows ?? []).map((row) => [row[key], row]));
  const listeners = new Set<(event: ServerEvent) => void>();
  const client = createQueryClient(call as never);
  const account = {
    id: `test-${newId()}`,
    user_id: 7,
    live: true,
    call,
    get state() {
      return state;
    },
    get connection() {
      return connection;
    },
    get users() {
      return byId(state.realm_users, 'user_id');
    },
    user: (id: number) => state.realm_users?.find((one) => one.user_id === id),
    get channels() {
      return byId(state.streams, 'stream_id');
    },
    get subscriptions() {
      return byId(state.subscriptions, 'stream_id');
    },
    setting: (name: string) => (state.user_settings as Record<string, unknown>)[name],
    queryClient: () => client,
    assume: (event: ServerEvent) => (state = applyEvent(state, event)),
    onState: (listener: (state: RegisterState) => void) => (listener(state), () => undefined),
    onEvent: (listener: (event: ServerEvent) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const drafts = new Drafts(account as unknown as Account);
  drafts.start();
  drafts.setConnection(true, true);
  started.push(drafts);
  await render(Frame, { account: account as unknown as Account, drafts });
  const told = (event: object) => {
    state = applyEvent(state, { id: 1, ...event } as ServerEvent);
    for (const listener of listeners) listener({ id: 1, ...event } as ServerEvent);
  };
  return {
    account: account as unknown as Account,
    drafts,
    told,
    outbox: () => outboxes.get(account.id) as Outbox,
    connect: (kind: string) => (connection = { kind }),
    calls: (id: string) =>
      call.mock.calls.filter(([operation]) => operation.id === id).map(([, params]) => params),
  };
}

afterEach(async () => {
  await Promise.all(started.splice(0).map((drafts) => drafts.stop()));
});

export const row = (name: RegExp) => page.getByRole('option', { name });
export const list = () => page.getByRole('listbox', { name: 'Scheduled' }).element() as HTMLElement;
export const button = (name: string) => page.getByRole('button', { name, exact: true });
