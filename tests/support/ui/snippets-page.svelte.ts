import { afterEach, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { ServerEvent } from '$lib/api/event-types';
import type { RegisterState } from '$lib/api/register';
import type { SavedSnippet } from '$lib/api/saved-snippets';
import type { Account } from '$lib/client/account.svelte';
import { eraseMemory } from '$lib/client/memory';
import { newId } from '$lib/client/new-id';
import { applyEvent } from '$lib/client/patches';
import { createQueryClient } from '$lib/client/query';
import { Drafts } from '$lib/features/drafts/drafts.svelte';
import type { Recipient } from '$lib/writing/recipient';
import '../../../src/app.css';
import { aChannel, aPerson, aState } from '../state';
import SnippetsBoxFrame from './SnippetsBoxFrame.svelte';
import SnippetsFrame from './SnippetsFrame.svelte';

export function saved(id: number, title: string, content = `The text of ${title}`): SavedSnippet {
  return { id, title, content, date_created: 1_700_000_000 + id };
}

type Answer = (params: Record<string, unknown>) => Promise<unknown>;

/** An account with these snippets; it takes in events as the real one does. */
function anAccount(
  snippets: SavedSnippet[] | undefined,
  answers: Record<string, Answer>,
  level: number,
) {
  let state = $state.raw<RegisterState>(
    aState({
      user_id: 7,
      zulip_feature_level: level,
      realm_users: [aPerson(7, { full_name: 'Ada' }), aPerson(8, { full_name: 'Grace' })],
      streams: [aChannel(5, { name: 'design' })],
      user_settings: { timezone: 'Europe/Berlin', twenty_four_hour_time: true },
      saved_snippets: snippets,
    }),
  );
  let connection = $state.raw({ kind: 'online' });
  let next = 100;
  const all: Record<string, Answer> = {
    renderMessage: ({ content }) => Promise.resolve({ rendered: `<p>${String(content)}</p>` }),
    createSavedSnippet: () => Promise.resolve({ saved_snippet_id: next++ }),
    getSavedSnippets: () => Promise.resolve({ saved_snippets: state.saved_snippets }),
    ...answers,
  };
  const call = vi.fn(
    (operation: { id: string }, params: Record<string, unknown>) =>
      all[operation.id]?.(params) ?? Promise.resolve({}),
  );
  const client = createQueryClient(call as never);
  const account = {
    id: `test-${newId()}`,
    user_id: 7,
    full_name: 'Ada',
    live: true,
    queryClient: () => client,
    get connection() {
      return connection;
    },
    call,
    get state() {
      return state;
    },
    user: (id: number) => state.realm_users?.find((user) => user.user_id === id),
    users: new Map(state.realm_users?.map((user) => [user.user_id, user])),
    channels: new Map(state.streams?.map((channel) => [channel.stream_id, channel])),
    subscriptions: new Map(),
    setting: (name: string) => (state.user_settings as Record<string, unknown>)[name],
    assume: (event: ServerEvent) => (state = applyEvent(state, event)),
    onState: () => () => undefined,
    onEvent: () => () => undefined,
  };
  return {
    account: account as unknown as Account,
    connect: (kind: string) => (connection = { kind }),
    told: (event: object) => void account.assume({ id: 1, ...event } as ServerEvent),
    calls: (id: string) =>
      call.mock.calls.filter(([operation]) => operation.id === id).map(([, params]) => params),
  };
}

const erased: string[] = [];
afterEach(() => erased.splice(0).forEach(eraseMemory));

interface More {
  readonly answers?: Record<string, Answer>;
  readonly level?: number;
}

export async function setup(
  snippets: SavedSnippet[] | undefined,
  { answers = {}, level = 420 }: More = {},
) {
  const made = anAccount(snippets, answers, level);
  erased.push(made.account.id);
  const { account } = made;
  await render(SnippetsFrame, { account, drafts: new Drafts(account) });
  return made;
}

/** A message box alone, on an account with these snippets. */
export async function setupBox(
  snippets: SavedSnippet[],
  content = '',
  recipient: Recipient = { type: 'stream', to: [5], topic: 'logo' },
) {
  const made = anAccount(snippets, {}, 420);
  erased.push(made.account.id);
  const { account } = made;
  const onsend = vi.fn();
  await render(SnippetsBoxFrame, {
    account,
    drafts: new Drafts(account),
    content,
    recipient,
    onsend,
  });
  return { ...made, onsend };
}

export const row = (name: RegExp | string) => page.getByRole('option', { name });
export const button = (name: string) => page.getByRole('button', { name, exact: true });
export const box = () => page.getByRole('textbox', { name: 'Message' });
export const boxElement = () => box().element() as HTMLTextAreaElement;
