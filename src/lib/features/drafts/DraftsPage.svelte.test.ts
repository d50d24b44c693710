import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { RegisterState } from '../../api/register';
import { ApiError, NetworkFailure } from '../../api/errors';
import type { Account } from '../../client/account.svelte';
import { newId } from '../../client/new-id';
import { createQueryClient } from '../../client/query';
import { aChannel, aPerson, aState, aSubscription } from '../../../../tests/support/state';
import DraftsFrame from '../../../../tests/support/ui/DraftsFrame.svelte';
import '../../../app.css';
import { Drafts } from './drafts.svelte';

const channel = { can_send_message_group: 1, name: 'design' };
const state = aState({
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

const started: Drafts[] = [];

/** The page on the real drafts engine and store; `send` answers the sending of a message. */
async function setup(
  send: () => Promise<unknown> = () => Promise.resolve({ id: 99 }),
  more: Record<string, () => Promise<unknown>> = {},
  values: Partial<Account> = {},
) {
  const answers: Record<string, () => Promise<unknown>> = {
    sendMessage: send,
    createScheduledMessage: () => Promise.resolve({ scheduled_message_id: 12 }),
    getDrafts: () => Promise.resolve({ drafts: state.drafts }),
    createDrafts: () => Promise.resolve({ ids: [100] }),
    ...more,
  };
  const call = vi.fn((operation: { id: string }) =>
    (answers[operation.id] ?? (() => Promise.resolve({})))(),
  );
  const byId = <T>(rows: readonly T[] | undefined, key: keyof T) =>
    new Map((rows ?? []).map((row) => [row[key], row]));
  const client = createQueryClient(call as never);
  const account = {
    id: `test-${newId()}`,
    connection: { kind: 'online' },
    user_id: 7,
    call,
    queryClient: () => client,
    state,
    users: byId(state.realm_users, 'user_id'),
    user: (id: number) => state.realm_users?.find((one) => one.user_id === id),
    channels: byId(state.streams, 'stream_id'),
    subscriptions: byId(state.subscriptions, 'stream_id'),
    setting: () => undefined,
    onState: (listener: (state: RegisterState) => void) => (listener(state), () => undefined),
    onEvent: () => () => undefined,
    assume: () => undefined,
    ...values,
  } as unknown as Account;
  const drafts = new Drafts(account);
  drafts.start();
  drafts.setConnection(true, true);
  started.push(drafts);
  await render(DraftsFrame, { account, drafts });
  await expect.element(page.getByRole('option', { name: /blue/ })).toBeVisible();
  return {
    drafts,
    calls: (id: string) => call.mock.calls.filter(([operation]) => operation.id === id),
  };
}

afterEach(async () => {
  await Promise.all(started.splice(0).map((drafts) => drafts.stop()));
});

const row = (name: RegExp) => page.getByRole('option', { name });
const box = () => page.getByRole('textbox', { name: 'Message' });

/** What a box does without at first is there: found by the palette of snippets, which it brings. */
async function helped() {
  await userEvent.keyboard("{Control>}'{/Control}");
  await expect.element(page.getByRole('dialog', { name: 'Insert a snippet' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(box()).toHaveFocus();
}

describe('DraftsPage', () => {
  it('shows to whom and what, and searches both', async () => {
    await setup();
    await expect.element(row(/^design logo The blue one/)).toBeVisible();
    await page.getByRole('searchbox').fill('grace');
    await expect.element(row(/For Grace/)).toBeVisible();
    await expect.element(row(/blue/)).not.toBeInTheDocument();
    await page.getByRole('searchbox').fill('nothing like it');
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await expect.element(row(/blue/)).toBeVisible();
  });

  it('deletes the row under the keyboard and brings it back', async () => {
    const { drafts } = await setup();
    page.getByRole('listbox', { name: 'Drafts' }).element().focus();
    await userEvent.keyboard('{Backspace}');
    await expect.element(row(/blue/)).not.toBeInTheDocument();
    expect(drafts.bin[0]?.body.content).toBe('The **blue** one');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(row(/blue/)).toBeVisible();
  });

  it('says that it is the server who wants to wait, not only that the text is on its way', async () => {
    const limit = new ApiError('editDraft', 429, 'RATE_LIMIT_HIT', '', { 'retry-after': 60 });
    const refuse = () => Promise.reject(limit);
    await setup(undefined, { editDraft: refuse, createDrafts: refuse }, { limited: true });
    await row(/blue/).click();
    await box().fill('The red one');
    await expect.element(page.getByText(/^Too many requests: goes on by itself/)).toBeVisible();
  });

  it('calls being signed out so, not being off line', async () => {
    const { drafts } = await setup();
    await row(/blue/).click();
    await box().fill('The red one');
    drafts.setConnection(false, false);
    await expect.element(page.getByText(/^Signed out: syncs when/).first()).toBeVisible();
  });

  it('has what came back under the keyboard, and what was open last', async () => {
    const { drafts } = await setup();
    const grace = /For Grace/;
    const keys = page.getByRole('listbox', { name: 'Drafts' });
    keys.element().focus();
    await userEvent.keyboard('{ArrowDown}{Backspace}');
    await expect.element(row(/closed/)).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(row(/closed/)).toBeVisible();
    await expect.element(keys).toHaveFocus();
    await userEvent.keyboard('{Backspace}');
    await expect.element(row(/closed/)).not.toBeInTheDocument();
    await expect.element(row(grace)).toBeVisible();
    expect(drafts.bin.every(({ body }) => body.topic === 'old')).toBe(true);
    // The box of a draft is left for the row of this draft.
    await row(/blue/).click();
    await row(grace).click();
    await expect.element(box()).toHaveValue('For Grace');
    await userEvent.keyboard('{Escape}{Backspace}');
    await expect.element(row(grace)).not.toBeInTheDocument();
    await expect.element(row(/blue/)).toBeVisible();
  });

  it('has a new draft under the keyboard when its box is left', async () => {
    await setup();
    page.getByRole('listbox', { name: 'Drafts' }).element().focus();
    await userEvent.keyboard('{ArrowDown}c');
    await box().fill('Just begun');
    await userEvent.keyboard('{Escape}');
    await expect.element(row(/Just begun/)).toBeVisible();
    await userEvent.keyboard('{Backspace}');
    await expect.element(row(/Just begun/)).not.toBeInTheDocument();
    await expect.element(row(/closed/)).toBeVisible();
  });

  it('tells that a text that was cleared is in the bin, and brings it back', async () => {
    await setup();
    await row(/blue/).click();
    await expect.element(box()).toHaveFocus();
    await userEvent.keyboard('{Control>}a{/Control}{Backspace}');
    await expect.element(box()).toHaveValue('');
    await expect.element(page.getByText(/cleared/)).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await expect
      .element(page.getByText('The text you cleared, to #design › logo, is in the bin').last())
      .toBeVisible();
    await expect.element(row(/blue/)).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(row(/blue/)).toBeVisible();
    await expect.element(page.getByRole('listbox', { name: 'Drafts' })).toHaveFocus();
  });

  it('says by a click on Send or Send later what is missing, and goes there', async () => {
    await setup();
    await userEvent.keyboard('c');
    const send = page.getByRole('button', { name: 'Send', exact: true });
    const later = page.getByRole('button', { name: 'Send later' });
    await expect.element(send).toBeVisible();
    for (const press of [send, later]) {
      await page.getByRole('searchbox').click();
      await press.click();
      await expect.element(page.getByText('There is nothing to send yet.')).toBeVisible();
      await expect.element(box()).toHaveFocus();
    }
    await box().fill('To nobody yet');
    for (const press of [send, later]) {
      await box().click();
      await press.click();
      await expect.element(page.getByText('Choose a channel or people first.')).toBeVisible();
      await expect.element(page.getByRole('combobox', { name: 'Channel' })).toHaveFocus();
    }
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  it('covers neither rows nor the foot of a box with what it tells', async () => {
    await setup();
    page.getByRole('listbox', { name: 'Drafts' }).element().focus();
    await userEvent.keyboard('{Backspace}');
    await row(/closed/).click();
    await box().click();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    const line = page.getByText(/This channel is archived/).last();
    await expect.element(line).toBeVisible();
    const rect = (element: Element) => element.getBoundingClientRect();
    const notices = () => rect(page.getByRole('region', { name: 'Notices' }).element());
    for (const [width, height] of [
      [1280, 800],
      [768, 900],
      [360, 700],
    ] as const) {
      await page.viewport(width, height);
      await expect.poll(() => notices().bottom).toBeLessThan(rect(line.element()).top);
      const list = rect(
        page.getByRole('listbox', { name: 'Drafts', includeHidden: true }).element(),
      );
      if (list.width > 0) expect(notices().left).toBeGreaterThanOrEqual(list.right);
    }
    await page.viewport(1280, 800);
  });

  it('tells of a deleted draft by its recipient, or without one', async () => {
    await setup();
    page.getByRole('listbox', { name: 'Drafts' }).element().focus();
    await userEvent.keyboard('{Backspace}');
    await expect.element(page.getByText('Draft to #design › logo deleted').last()).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await userEvent.keyboard('c');
    await box().fill('To nobody yet');
    await page.getByRole('button', { name: 'Delete draft' }).click();
    await expect.element(page.getByText('Draft deleted', { exact: true }).last()).toBeVisible();
  });

  it('puts the caret into a new draft on a touch screen, and into no draft that is only opened', async () => {
    const real = window.matchMedia.bind(window);
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      real(query === '(pointer: fine)' ? 'not all' : query),
    );
    onTestFinished(() => void vi.restoreAllMocks());
    await setup();
    await row(/blue/).click();
    await expect.element(box()).toHaveValue('The **blue** one');
    expect(document.activeElement).not.toBe(box().element());
    page.getByRole('listbox', { name: 'Drafts' }).element().focus();
    await userEvent.keyboard('c');
    await expect.element(page.getByRole('combobox', { name: 'Channel' })).toHaveFocus();
    await row(/Grace/).click();
    await expect.element(box()).toHaveValue('For Grace');
    expect(document.activeElement).not.toBe(box().element());
  });

  it('gives the name of a channel its room where fields do not grow with their text', async () => {
    const style = document.createElement('style');
    style.textContent = 'input { field-sizing: fixed !important }';
    document.head.append(style);
    onTestFinished(() => style.remove());
    await setup();
    await row(/blue/).click();
    const field = page.getByRole('combobox', { name: 'Channel' });
    const name = 'an-announcement-that-has-a-long-name';
    await field.fill(name);
    const { scrollWidth, clientWidth } = field.element();
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  });

  it('sends once, closes the box, and opens the text again when it is taken back', async () => {
    const { calls } = await setup();
    await row(/blue/).click();
    await expect.element(box()).toHaveFocus();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(page.getByText('Sent to #design › logo').last()).toBeVisible();
    await expect.element(box()).not.toBeInTheDocument();
    expect(calls('sendMessage')).toHaveLength(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(box()).toHaveValue('The **blue** one');
    expect(calls('deleteMessage')).toHaveLength(1);
  });

  it('closes without a word of the framework when all that a box has is there', async () => {
    await setup();
    await row(/blue/).click();
    await expect.element(box()).toHaveFocus();
    await helped();
    await userEvent.keyboard('{Escape}');
    await expect.element(box()).not.toBeInTheDocument();
    await row(/blue/).click();
    await expect.element(box()).toHaveFocus();
    await helped();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(box()).not.toBeInTheDocument();
  });

  it('offers what helps first where sending failed and would fail again', async () => {
    const refusal = new ApiError('sendMessage', 400, 'CHANNEL_ARCHIVED', 'Archived.');
    const { drafts } = await setup(() => Promise.reject(refusal));
    await expect.poll(() => drafts.list.length).toBe(3);
    drafts.send(drafts.list.find(({ body }) => body.topic === 'old')?.key ?? '');
    await expect.element(row(/closed.*Not sent/)).toBeVisible();
    await row(/closed/).click();
    const first = page.getByRole('button', { name: 'Choose another channel' }).first();
    await first.click();
    await expect.element(page.getByRole('combobox', { name: 'Channel' })).toHaveFocus();
    await expect.element(page.getByRole('button', { name: 'Send again' })).not.toBeInTheDocument();
  });

  it('keeps the text when the server refuses, and says why', async () => {
    const refusal = new ApiError('sendMessage', 400, 'BAD_REQUEST', 'Not on a Sunday.');
    await setup(() => Promise.reject(refusal));
    await row(/blue/).click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect.element(page.getByText('Not sent. Not on a Sunday.')).toBeVisible();
    await expect.element(box()).toHaveValue('The **blue** one');
    await page.getByRole('button', { name: 'Keep as draft' }).click();
    await expect.element(page.getByText('Not sent.')).not.toBeInTheDocument();
  });

  it.each(['It arrived', 'Keep as draft'])(
    'goes on when a person says of a lost message: %s',
    async (answer) => {
      const lost = () => Promise.reject(new NetworkFailure('sendMessage', 'unreachable'));
      const refusal = new ApiError('getMessages', 400, 'BAD_NARROW', 'No.');
      const { drafts } = await setup(lost, { getMessages: () => Promise.reject(refusal) });
      await row(/blue/).click();
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByRole('button', { name: answer }).click({ timeout: 10_000 });
      await expect.element(page.getByText(/^No answer came/)).not.toBeInTheDocument();
      const isKept = answer === 'Keep as draft';
      await expect.poll(() => drafts.list.length).toBe(isKept ? 3 : 2);
      if (isKept) await expect.element(box()).toHaveValue('The **blue** one');
      else await expect.element(box()).not.toBeInTheDocument();
      await row(/Grace/).click();
      await expect.element(box()).toHaveValue('For Grace');
    },
  );

  it('does not send to a closed channel, and says so before anybody tries', async () => {
    const { calls } = await setup();
    await row(/closed/).click();
    await expect.element(page.getByText(/This channel is archived/)).toBeVisible();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(calls('sendMessage')).toHaveLength(0);
  });

  it('tells once why a draft can go nowhere, though the server does not keep it either', async () => {
    const refusal = new ApiError('editDraft', 400, 'BAD_REQUEST', 'Invalid stream ID');
    await setup(undefined, { editDraft: () => Promise.reject(refusal) });
    await row(/closed/).click();
    await box().fill('To a channel that is closed, still');
    await expect
      .element(page.getByText('Saved on this device only').last(), { timeout: 8_000 })
      .toBeVisible();
    await expect.element(page.getByText(/This channel is archived/)).toBeVisible();
    await expect.element(page.getByText(/Invalid stream ID/)).not.toBeInTheDocument();
  });

  it('writes a new draft to a person found by name', async () => {
    const { drafts } = await setup();
    await userEvent.keyboard('c');
    await page.getByTitle('To people').click();
    await userEvent.keyboard('gra{Enter}{Enter}');
    await expect.element(box()).toHaveFocus();
    // A look at the list in between changes nothing.
    await page.getByRole('searchbox').click();
    await box().click();
    await userEvent.keyboard('Hello Grace');
    await expect
      .poll(() => drafts.list.map(({ body }) => body))
      .toContainEqual({ type: 'private', to: [8], topic: '', content: 'Hello Grace' });
  });

  it('keeps the text while the disk is full, says so, and stores it once there is space', async () => {
    const { drafts } = await setup();
    const full = page.getByText(/storage is full/);
    await expect.poll(() => drafts.list.length).toBe(3);
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('No space is left.', 'QuotaExceededError');
    });
    await row(/blue/).click();
    await box().fill('More than there is space for');
    await expect.element(full).toBeVisible();
    await expect.element(row(/More than there is space for/)).toBeVisible();
    expect(drafts.storage).toBe('full');
    put.mockRestore();
    await expect.element(full, { timeout: 10_000 }).not.toBeInTheDocument();
    await expect.element(box()).toHaveValue('More than there is space for');
    await expect.poll(() => drafts.list.map(({ sync }) => sync)).not.toContain('unsaved');
  });
});

const preset = (name: RegExp) => page.getByRole('dialog').getByRole('button', { name });

describe('DraftsPage, sending later', () => {
  it('takes four keys for tomorrow morning, and Undo gives text, recipient and caret back', async () => {
    const { drafts, calls } = await setup();
    await row(/blue/).click();
    const text = box().element() as HTMLTextAreaElement;
    await expect.element(box()).toHaveFocus();
    text.setSelectionRange(4, 8);
    await userEvent.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}');
    await expect.element(preset(/^Tomorrow morning/)).toBeVisible();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(page.getByText(/^To #design › logo: goes out/).last()).toBeVisible();
    const params = { type: 'stream', to: 5, topic: 'logo', content: text.value };
    expect(calls('createScheduledMessage')).toMatchObject([[{}, params]]);
    await expect.element(box()).not.toBeInTheDocument();
    await expect.poll(() => drafts.bin[0]).toMatchObject({ reason: 'scheduled' });

    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(box()).toHaveValue('The **blue** one');
    const back = box().element() as HTMLTextAreaElement;
    expect([back.selectionStart, back.selectionEnd]).toEqual([4, 8]);
    expect(calls('deleteScheduledMessage')).toMatchObject([[{}, { scheduled_message_id: 12 }]]);
    expect(drafts.list.some(({ body }) => body.topic === 'logo')).toBe(true);
  });

  it.each(['the chevron', 'a right-click on Send'])('takes three clicks by %s', async (by) => {
    const { calls } = await setup();
    await row(/blue/).click();
    const send = page.getByRole('button', { name: 'Send', exact: true });
    if (by === 'the chevron') await page.getByRole('button', { name: 'Send later' }).click();
    else await send.click({ button: 'right' });
    await preset(/^Tomorrow morning/).click();
    await expect.element(page.getByText(/goes out/).last()).toBeVisible();
    expect(calls('createScheduledMessage')).toHaveLength(1);
    expect(calls('sendMessage')).toHaveLength(0);
  });

  it('is reached from the text by Tab, Tab, Enter', async () => {
    await setup();
    await row(/blue/).click();
    await expect.element(box()).toHaveFocus();
    await userEvent.keyboard('{Tab}{Tab}{Enter}');
    await expect.element(preset(/^Tomorrow morning/)).toBeVisible();
  });

  it('keeps the text when the server refuses, says why there, and forgets it on the next key', async () => {
    const refusal = new ApiError('createScheduledMessage', 400, 'BAD_REQUEST', 'Not that far.');
    await setup(undefined, { createScheduledMessage: () => Promise.reject(refusal) });
    await row(/blue/).click();
    await page.getByRole('button', { name: 'Send later' }).click();
    await preset(/^Tomorrow morning/).click();
    await expect.element(page.getByText(/^Not scheduled\. .*Not that far/)).toBeVisible();
    await expect.element(box()).toHaveValue('The **blue** one');
    await box().click();
    await userEvent.keyboard('!');
    await expect.element(page.getByText(/^Not scheduled/)).not.toBeInTheDocument();
  });

  it('schedules what is selected in the list, and nothing that can not go out', async () => {
    const { calls } = await setup();
    page.getByRole('listbox', { name: 'Drafts' }).element().focus();
    await userEvent.keyboard('{Control>}a{/Control}');
    await userEvent.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}');
    await expect.element(page.getByText("1 draft can't be sent yet").last()).toBeVisible();
    await preset(/^Tomorrow morning/).click();
    await expect.element(page.getByText(/^2 messages go out/).last()).toBeVisible();
    expect(calls('createScheduledMessage')).toHaveLength(2);
  });
});
