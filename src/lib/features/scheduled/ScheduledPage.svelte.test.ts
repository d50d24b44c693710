import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-svelte';
import type { ServerEvent } from '../../api/event-types';
import type { RegisterState } from '../../api/register';
import { ApiError, NetworkFailure } from '../../api/errors';
import type { ScheduledMessage } from '../../api/scheduled-messages';
import type { Account } from '../../client/account.svelte';
import { applyEvent } from '../../client/patches';
import { createQueryClient } from '../../client/query';
import { aChannel, aPerson, aState, aSubscription } from '../../../../tests/support/state';
import ScheduledFrame from '../../../../tests/support/ui/ScheduledFrame.svelte';
import '../../../app.css';
import { Drafts } from '../drafts/drafts.svelte';

const soon = Math.floor(Date.now() / 1000) + 36 * 3600;
const postable = { can_send_message_group: 1 };

function scheduled(id: number, content: string, more: Partial<ScheduledMessage> = {}) {
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

const some = [scheduled(1, 'The blue one'), scheduled(2, 'For Grace alone', toGrace)];

const started: Drafts[] = [];
const answerTo = (operation: { id: string }) => answers[operation.id]?.() ?? Promise.resolve({});
let answers: Record<string, () => Promise<unknown>> = {};

/** The page on the real drafts engine; the account takes in events as the real one does. */
async function setup(scheduled_messages: ScheduledMessage[] | null = some, more = {}) {
  answers = {
    sendMessage: () => Promise.resolve({ id: 99 }),
    getDrafts: () => Promise.resolve({ drafts: [] }),
    createDrafts: () => Promise.resolve({ ids: [100] }),
    createScheduledMessage: () => Promise.resolve({ scheduled_message_id: 50 }),
    getScheduledMessageFailures: () => Promise.resolve({ failures: [] }),
    ...more,
  };
  const call = vi.fn((operation: { id: string }, _params: unknown) => answerTo(operation));
  let state = $state.raw(stateWith(scheduled_messages ?? undefined));
  let connection = $state.raw({ kind: 'online' });
  const byId = <T>(rows: readonly T[] | undefined, key: keyof T) =>
    new Map((rows ?? []).map((row) => [row[key], row]));
  const listeners = new Set<(event: ServerEvent) => void>();
  const client = createQueryClient(call as never);
  const account = {
    id: `test-${crypto.randomUUID()}`,
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
  await render(ScheduledFrame, { account: account as unknown as Account, drafts });
  const told = (event: object) => {
    state = applyEvent(state, { id: 1, ...event } as ServerEvent);
    for (const listener of listeners) listener({ id: 1, ...event } as ServerEvent);
  };
  return {
    account: account as unknown as Account,
    drafts,
    told,
    connect: (kind: string) => (connection = { kind }),
    calls: (id: string) =>
      call.mock.calls.filter(([operation]) => operation.id === id).map(([, params]) => params),
  };
}

afterEach(async () => {
  await Promise.all(started.splice(0).map((drafts) => drafts.stop()));
});

const row = (name: RegExp) => page.getByRole('option', { name });
const list = () => page.getByRole('listbox', { name: 'Scheduled' }).element() as HTMLElement;
const button = (name: string) => page.getByRole('button', { name, exact: true });

describe('ScheduledPage', () => {
  it('shows to whom, what and when, and searches what it shows', async () => {
    await setup();
    await expect.element(row(/^design logo The blue one .*GMT/)).toBeVisible();
    await page.getByRole('searchbox').fill('grace');
    await expect.element(row(/For Grace/)).toBeVisible();
    await expect.element(row(/blue/)).not.toBeInTheDocument();
    await page.getByRole('searchbox').fill('nothing like it');
    await button('Clear the search').click();
    await expect.element(row(/blue/)).toBeVisible();
  });

  it('shows one conversation alone', async () => {
    await setup();
    await button('Show one conversation').click();
    await page.getByRole('menuitemradio', { name: 'Grace (1)' }).click();
    await expect.element(row(/blue/)).not.toBeInTheDocument();
    await expect.element(row(/For Grace/)).toBeVisible();
  });

  it('opens one without asking the server for anything', async () => {
    const { calls } = await setup();
    await row(/blue/).click();
    await expect.element(page.getByText(/^Goes out .*GMT/)).toBeVisible();
    expect(calls('updateScheduledMessage')).toEqual([]);
    expect(calls('deleteScheduledMessage')).toEqual([]);
  });

  it('deletes the row under the keyboard, and schedules it again on undo', async () => {
    const { calls } = await setup();
    list().focus();
    await userEvent.keyboard('{Backspace}');
    await expect.element(row(/blue/)).not.toBeInTheDocument();
    expect(calls('deleteScheduledMessage')).toEqual([{ scheduled_message_id: 1 }]);
    await button('Undo').click();
    await expect
      .poll(() => calls('createScheduledMessage'))
      .toEqual([
        {
          type: 'stream',
          to: 5,
          topic: 'logo',
          content: 'The blue one',
          scheduled_delivery_timestamp: soon + 60,
        },
      ]);
  });

  it('says why nothing was changed, and shows it again', async () => {
    await setup(some, {
      deleteScheduledMessage: () => Promise.reject(new TypeError('The server has a fault.')),
    });
    list().focus();
    await userEvent.keyboard('{Backspace}');
    await expect.element(page.getByText(/^Nothing was changed\./).last()).toBeVisible();
    await expect.element(row(/blue/)).toBeVisible();
  });

  it('moves all that is selected by a day, and back', async () => {
    const { calls } = await setup();
    list().focus();
    await userEvent.keyboard('{Control>}a{/Control}');
    await expect.element(page.getByText('2 selected')).toBeVisible();
    await button('Move in time').click();
    await page.getByRole('menuitem', { name: 'A day later' }).click();
    await expect.element(page.getByText('2 messages moved').last()).toBeVisible();
    expect(calls('updateScheduledMessage')).toEqual([
      { scheduled_message_id: 1, scheduled_delivery_timestamp: soon + 60 + 86_400 },
      { scheduled_message_id: 2, scheduled_delivery_timestamp: soon + 120 + 86_400 },
    ]);
    await button('Undo').click();
    await expect
      .poll(() => calls('updateScheduledMessage').slice(2))
      .toEqual([
        { scheduled_message_id: 1, scheduled_delivery_timestamp: soon + 60 },
        { scheduled_message_id: 2, scheduled_delivery_timestamp: soon + 120 },
      ]);
  });

  it('does not move into the past', async () => {
    const { calls } = await setup([scheduled(1, 'Nearly due')]);
    list().focus();
    await userEvent.keyboard('x');
    await button('Move in time').click();
    await page.getByRole('menuitem', { name: 'A week earlier' }).click();
    await expect.element(page.getByText(/would be in the past/).last()).toBeVisible();
    expect(calls('updateScheduledMessage')).toEqual([]);
  });

  it('sends now only after it is no longer scheduled', async () => {
    const order: string[] = [];
    await setup(some, {
      deleteScheduledMessage: () => (order.push('delete'), Promise.resolve({})),
      sendMessage: () => (order.push('send'), Promise.resolve({ id: 99 })),
    });
    await row(/blue/).click();
    await button('Send now').click();
    await expect.element(page.getByText('Sent to #design › logo').last()).toBeVisible();
    expect(order).toEqual(['delete', 'send']);
    await expect.element(row(/blue/)).not.toBeInTheDocument();
  });

  it('sends nothing that the server does not let go of', async () => {
    const { calls, drafts } = await setup(some, {
      deleteScheduledMessage: () =>
        Promise.reject(
          new ApiError('deleteScheduledMessage', 404, 'BAD_REQUEST', 'No such one', {}),
        ),
    });
    await row(/blue/).click();
    await button('Send now').click();
    await expect.element(page.getByText(/^Nothing was changed\./).last()).toBeVisible();
    expect(calls('sendMessage')).toEqual([]);
    await expect.poll(() => drafts.list).toEqual([]);
  });

  it('keeps the text as a draft, and sends nothing, where no answer came', async () => {
    const { calls, drafts } = await setup(some, {
      deleteScheduledMessage: () =>
        Promise.reject(new NetworkFailure('deleteScheduledMessage', 'timeout')),
    });
    await row(/blue/).click();
    await button('Send now').click();
    await expect.element(page.getByText(/may still go out/).last()).toBeVisible();
    expect(calls('sendMessage')).toEqual([]);
    await expect.poll(() => drafts.list.map(({ body }) => body.content)).toEqual(['The blue one']);
    await expect.element(row(/blue/)).toBeVisible();
  });

  it('is scheduled once on undo, also when the reply is lost', async () => {
    const { calls, drafts } = await setup(some, {
      createScheduledMessage: () =>
        Promise.reject(new NetworkFailure('createScheduledMessage', 'timeout')),
      getScheduledMessages: () => Promise.resolve({ scheduled_messages: [some[0]] }),
    });
    list().focus();
    await userEvent.keyboard('{Backspace}');
    await button('Undo').click();
    await expect.poll(() => calls('getScheduledMessages')).toHaveLength(1);
    await expect.element(page.getByText(/^Nothing was changed\./)).not.toBeInTheDocument();
    expect(calls('createScheduledMessage')).toHaveLength(1);
    expect(drafts.list).toEqual([]);
  });

  it('becomes a draft and is scheduled again, without losing a character', async () => {
    const text = '  Two\n\nlines,\tand a space at the end ';
    const { calls, drafts } = await setup([scheduled(1, text)]);
    list().focus();
    await userEvent.keyboard('u');
    await expect.poll(() => drafts.list.map(({ body }) => body.content)).toEqual([text]);
    await button('Undo').click();
    await expect
      .poll(() => calls('createScheduledMessage'))
      .toMatchObject([{ content: text, scheduled_delivery_timestamp: soon + 60 }]);
    await expect.poll(() => drafts.list).toEqual([]);
  });

  it('marks what would fail as soon as that is known, and says why', async () => {
    const { told } = await setup();
    await expect.element(row(/Will fail/)).not.toBeInTheDocument();
    told({ kind: 'stream/update', stream_id: 5, property: 'is_archived', value: true });
    await expect.element(row(/blue.*Will fail/)).toBeVisible();
    await row(/blue/).click();
    await expect.element(page.getByText(/^It will not be sent\. .*archived/)).toBeVisible();
  });

  it('puts what was not sent first, with the reason', async () => {
    const failure = { scheduled_message_id: 3, code: 'CHANNEL_ARCHIVED', reason: '', failed_at: 1 };
    await setup(
      [
        scheduled(3, 'Too late', { scheduled_delivery_timestamp: soon - 1e6, failed: true }),
        ...some,
      ],
      { getScheduledMessageFailures: () => Promise.resolve({ failures: [failure] }) },
    );
    await expect.element(page.getByRole('option').first()).toHaveTextContent('Too late');
    await row(/Too late/).click();
    await expect.element(page.getByText(/^It was not sent\. .*archived/)).toBeVisible();
  });

  it('has a general reason where the server gives none', async () => {
    await setup([scheduled(3, 'Too late', { scheduled_delivery_timestamp: 1, failed: true })], {
      getScheduledMessageFailures: () => Promise.reject(new TypeError('Not found')),
    });
    await row(/Too late/).click();
    await expect.element(page.getByText(/The server does not say why/)).toBeVisible();
  });

  it('says that an old server does not schedule', async () => {
    await setup(null);
    await expect.element(page.getByText('This server does not schedule messages')).toBeVisible();
  });
});

describe('changing a scheduled message', () => {
  const box = () => page.getByRole('textbox', { name: 'Message' });
  const change = async (text: string) => {
    await row(/blue/).click();
    await userEvent.keyboard('e');
    await box().fill(text);
  };

  it('leaves it scheduled as it was until it is saved, and undoes', async () => {
    const { calls } = await setup();
    await change('The red one');
    await expect.element(page.getByText(/As it was, it still goes out/)).toBeVisible();
    expect(calls('updateScheduledMessage')).toEqual([]);
    await button('Save').click();
    await expect.element(page.getByText(/^Saved\. Goes out/).last()).toBeVisible();
    expect(calls('updateScheduledMessage')).toEqual([
      { scheduled_message_id: 1, content: 'The red one' },
    ]);
    await expect.element(row(/The red one/)).toBeVisible();
    await button('Undo').click();
    await expect.element(row(/The blue one/)).toBeVisible();
    expect(calls('updateScheduledMessage')[1]).toEqual({
      scheduled_message_id: 1,
      content: 'The blue one',
    });
  });

  it('keeps a change that is not saved when the page is left', async () => {
    const { account, drafts } = await setup();
    await change('Half a thou');
    await userEvent.keyboard('{Escape}');
    await expect.element(row(/Unsaved change/)).toBeVisible();
    cleanup();
    await render(ScheduledFrame, { account, drafts });
    await row(/blue/).click();
    await expect.element(box()).toHaveValue('Half a thou');
  });

  it('waits for the connection, and saves then', async () => {
    let online = false;
    const { connect, calls } = await setup(some, {
      updateScheduledMessage: () =>
        online
          ? Promise.resolve({})
          : Promise.reject(new NetworkFailure('updateScheduledMessage', 'unreachable')),
    });
    await change('Written in the train');
    connect('offline');
    await button('Save').click();
    await expect.element(page.getByText(/No connection\. Your change is kept/)).toBeVisible();
    online = true;
    connect('online');
    await expect.element(page.getByText(/^Saved\. Goes out/).last()).toBeVisible();
    expect(calls('updateScheduledMessage')).toHaveLength(2);
  });

  it('tells of a change elsewhere, saves over it only when told to, and keeps both', async () => {
    const { told, calls, drafts } = await setup();
    await change('Mine');
    told({ kind: 'scheduled_messages/update', scheduled_message: scheduled(1, 'Theirs') });
    await expect.element(page.getByText(/It has been changed elsewhere/).first()).toBeVisible();
    await expect.element(box()).toHaveValue('Mine');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(calls('updateScheduledMessage')).toEqual([]);
    await button('Keep mine, that one to drafts').click();
    await expect.poll(() => drafts.list.map(({ body }) => body.content)).toEqual(['Theirs']);
    await button('Save').click();
    await expect
      .poll(() => calls('updateScheduledMessage'))
      .toEqual([{ scheduled_message_id: 1, content: 'Mine' }]);
  });

  it('says that it went out meanwhile, and makes the text a draft', async () => {
    const { told, drafts } = await setup();
    await change('Too slow');
    told({ kind: 'scheduled_messages/remove', scheduled_message_id: 1 });
    await expect.element(page.getByText(/It is no longer scheduled/).first()).toBeVisible();
    await expect.element(box()).toHaveValue('Too slow');
    await button('My text to drafts').click();
    await expect.poll(() => drafts.list.map(({ body }) => body.content)).toEqual(['Too slow']);
  });

  it('follows the server while nothing is typed', async () => {
    const { told } = await setup();
    await row(/blue/).click();
    await userEvent.keyboard('e');
    told({ kind: 'scheduled_messages/update', scheduled_message: scheduled(1, 'Newer') });
    await expect.element(box()).toHaveValue('Newer');
  });

  it('takes a new time typed in words', async () => {
    const { calls } = await setup();
    await row(/blue/).click();
    await userEvent.keyboard('r');
    await page.getByRole('dialog').getByRole('textbox').first().fill('in 5 days');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => calls('updateScheduledMessage')).toHaveLength(1);
    const [params] = calls('updateScheduledMessage') as { scheduled_delivery_timestamp: number }[];
    const inDays = (params!.scheduled_delivery_timestamp - Date.now() / 1000) / 86_400;
    expect(inDays).toBeGreaterThan(4.9);
    expect(inDays).toBeLessThan(5.1);
  });
});
