import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../../app.css';
import { anAccount, type Answers } from '../../../../tests/support/account';
import {
  aChannel,
  aMessage,
  aPerson,
  aState,
  aSubscription,
} from '../../../../tests/support/state';
import ConversationFrame from '../../../../tests/support/ui/ConversationFrame.svelte';
import { NetworkFailure } from '../../api/errors';
import type { Message } from '../../api/read-messages';
import { AccountDrafts } from '../../features/drafts/account-drafts.svelte';

const now = Math.floor(Date.now() / 1000);
const state = aState({
  user_id: 7,
  realm_users: [aPerson(7, { full_name: 'Ada' }), aPerson(8, { full_name: 'Grace' })],
  streams: [aChannel(5, { name: 'design' }), aChannel(6, { name: 'garden' })],
  subscriptions: [aSubscription(5, { name: 'design' }), aSubscription(6, { name: 'garden' })],
  realm_message_content_edit_limit_seconds: 600,
});
const logo = { type: 'stream', to: [5], topic: 'logo' } as const;

const html = (text: string) => `<p>${text}</p>`;
const sent = (id: number, sender_id: number, text: string, values: Partial<Message> = {}) =>
  aMessage(id, { sender_id, content: html(text), timestamp: now - 60 + id, ...values });

/** A server with messages from Grace and Ada. It applies edits and sends the events. */
async function setup(more: Answers = {}, near?: number) {
  let all = [sent(1, 8, 'The first'), sent(2, 7, 'Mine'), sent(3, 8, 'The last')];
  const texts = new Map([[2, 'Mine']]);
  const answers: Answers = {
    getMessages: () => ({ messages: all, found_oldest: true, found_newest: true }),
    getMessage: ({ message_id }) => {
      const content = texts.get(message_id) ?? '';
      return { message: { ...aMessage(message_id), content }, raw_content: content };
    },
    updateMessage: ({ message_id, content }) => {
      if (content !== undefined) announceEdit(message_id, content);
      return {};
    },
    ...more,
  };
  const world = anAccount({ answers, state: null });
  const drafts = new AccountDrafts(world.account);
  drafts.start();
  world.register(state);
  world.connect('online');
  onTestFinished(() => drafts.stop());
  const announceEdit = (id: number, content: string) => {
    texts.set(id, content);
    world.tell({
      type: 'update_message',
      message_id: id,
      message_ids: [id],
      content,
      rendered_content: html(content),
      edit_timestamp: now,
    });
  };
  const props = { account: world.account, drafts, conversation: logo, near };
  const { rerender } = await render(ConversationFrame, props);
  if (near === undefined) {
    await expect.element(message('The last')).toBeVisible();
    await expect.element(box()).toHaveFocus();
  }
  return {
    ...world,
    drafts,
    announceEdit,
    remove: (id: number) => {
      all = all.filter((one) => one.id !== id);
      world.tell({ type: 'delete_message', message_ids: [id], message_type: 'stream' });
    },
    away: (away: boolean) => rerender({ away }),
  };
}

const message = (text: string) => page.getByRole('article', { name: text });
const editor = () => page.getByRole('article').getByRole('textbox', { name: 'Message' });
const box = () => page.getByRole('textbox', { name: 'Message' }).last();

/** Waits for the article and focuses it. */
async function on(text: string) {
  const article = message(text).element() as HTMLElement;
  article.focus();
  await expect.element(message(text)).toHaveFocus();
}

describe('a sent message is edited in place', () => {
  it('by Up in the empty box, which gets the focus back', async () => {
    const { calls } = await setup();
    await box().click();
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(editor()).toHaveValue('Mine');
    await expect.element(editor()).toHaveFocus();
    await expect.element(page.getByText(/^You can edit this until/)).toBeVisible();
    await userEvent.keyboard(', all of it{Control>}{Enter}{/Control}');
    await expect.element(message('Mine, all of it')).toBeVisible();
    await expect.element(editor()).not.toBeInTheDocument();
    await expect.element(box()).toHaveFocus();
    expect(calls('updateMessage')).toMatchObject([{ message_id: 2, content: 'Mine, all of it' }]);
    await expect.element(page.getByText('(edited)')).toBeVisible();
  });

  it('by its key and its menu; messages of others have no such item', async () => {
    await setup();
    await on('The first');
    await userEvent.keyboard('e');
    await expect.element(page.getByRole('dialog', { name: 'View source' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await on('Mine');
    await userEvent.keyboard('e');
    await expect.element(editor()).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(message('Mine')).toHaveFocus();
    const actions = page.getByRole('button', { name: 'Message actions' });
    await message('Mine').hover();
    await message('Mine').getByRole('button', { name: 'Message actions' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await expect.element(editor()).toHaveValue('Mine');
    await userEvent.keyboard('{Escape}');
    await message('The last').hover();
    await actions.last().click();
    await expect.element(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible();
    await expect.element(page.getByRole('menuitem', { name: 'Edit' })).not.toBeInTheDocument();
  });

  it('and its text is kept when the user leaves the page, is offline or closes the box', async () => {
    const lost = () => Promise.reject(new NetworkFailure('updateMessage', 'unreachable'));
    const { away, connect } = await setup({ updateMessage: lost });
    await on('Mine');
    await userEvent.keyboard('e');
    await editor().fill('Mine alone');
    await away(true);
    await away(false);
    await expect.element(page.getByText('Your changes aren’t saved yet.')).toBeVisible();
    await page.getByRole('button', { name: 'Continue editing' }).click();
    await expect.element(editor()).toHaveValue('Mine alone');
    connect('offline');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.element(page.getByText(/^Couldn’t save\./)).toBeVisible();
    await expect.element(editor()).toHaveValue('Mine alone');
    await userEvent.click(editor());
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect.element(message('Mine')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText('Your changes aren’t saved yet.')).toBeVisible();
  });

  it('and if it was edited elsewhere, the user chooses between both texts', async () => {
    const { announceEdit, calls, drafts } = await setup();
    await on('Mine');
    await userEvent.keyboard('e');
    await editor().fill('Mine alone');
    announceEdit(2, 'Ours');
    await expect.element(page.getByText(/^This message was changed somewhere else/)).toBeVisible();
    await expect.element(editor()).toHaveValue('Mine alone');
    await page.getByRole('button', { name: 'Keep mine, move the other version to drafts' }).click();
    expect(drafts.list.map(({ body }) => body.content)).toContain('Ours');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.element(message('Mine alone')).toBeVisible();
    expect(calls('updateMessage')).toHaveLength(1);
  });

  it('and its text stays when the message is deleted, and can become a draft', async () => {
    const { remove, drafts } = await setup();
    await on('Mine');
    await userEvent.keyboard('e');
    await editor().fill('Mine alone');
    remove(2);
    await expect.element(page.getByText(/^This message was deleted or moved/)).toBeVisible();
    await expect.element(editor()).toHaveFocus();
    await page.getByRole('button', { name: 'Move my text to drafts' }).click();
    expect(drafts.list.map(({ body }) => body.content)).toContain('Mine alone');
    await expect.element(editor()).not.toBeInTheDocument();
  });
});

describe('a message', () => {
  it('is deleted after a confirmation, whatever happens to the reply', async () => {
    const { calls, remove } = await setup({
      deleteMessage: () => {
        remove(2);
        return {};
      },
    });
    await on('Mine');
    await userEvent.keyboard('{Delete}');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.element(message('Mine')).not.toBeInTheDocument();
    expect(calls('deleteMessage')).toEqual([{ message_id: 2 }]);
  });

  it('leaves with the reply to its deletion, before the event', async () => {
    const { remove } = await setup();
    await on('Mine');
    await userEvent.keyboard('{Delete}');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.element(message('Mine')).not.toBeInTheDocument();
    remove(2);
    await expect.element(message('The last')).toBeVisible();
  });

  it('is moved with the messages after it, to another topic and channel', async () => {
    const { calls } = await setup();
    await on('The first');
    await userEvent.keyboard('m');
    const dialog = page.getByRole('dialog', { name: 'Move messages' });
    await dialog.getByRole('combobox', { name: 'Topic' }).fill('colours');
    await dialog.getByRole('combobox', { name: 'Channel' }).fill('garden');
    await page.getByRole('option', { name: 'garden' }).click();
    await dialog.getByRole('radio', { name: 'This message and all later ones' }).click();
    await dialog.getByRole('button', { name: 'Move' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(calls('updateMessage')).toMatchObject([
      { message_id: 1, topic: 'colours', stream_id: 6, propagate_mode: 'change_later' },
    ]);
  });

  it('shows its earlier versions', async () => {
    const version = { topic: 'logo', user_id: 7, timestamp: now - 60 };
    const { announceEdit } = await setup({
      getMessageHistory: () => ({
        message_history: [
          { ...version, content: 'Mine', rendered_content: html('Mine') },
          {
            ...version,
            timestamp: now,
            content: 'Ours',
            rendered_content: html('Ours'),
            prev_content: 'Mine',
            prev_rendered_content: html('Mine'),
          },
        ],
      }),
    });
    announceEdit(2, 'Ours');
    await page.getByRole('button', { name: '(edited) View edit history' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit history' });
    await expect.element(dialog.getByText(/^Edited by Ada/)).toBeVisible();
    await expect.element(dialog.getByText('Mine', { exact: true })).toBeVisible();
  });
});

describe('a link to a message', () => {
  it('opens the conversation there, highlights the message and focuses it', async () => {
    await setup({}, 2);
    await expect.element(message('Mine')).toHaveFocus();
  });

  it('leads to where the message is now, or says that it doesn’t exist', async () => {
    const moved = { ...aMessage(50), subject: 'colours' };
    const getMessages = vi.fn(() => ({ messages: [sent(4, 8, 'Other')], found_oldest: true }));
    await setup({ getMessages, getMessage: () => ({ message: moved, raw_content: '' }) }, 50);
    await expect.element(page.getByRole('heading', { name: /colours/ })).toBeVisible();
  });
});

describe('polls and to-do lists', () => {
  const widget = (content: object) => [
    { id: 1, message_id: 4, sender_id: 8, msg_type: 'widget', content: JSON.stringify(content) },
  ];

  it('can be answered, and show the answers of others', async () => {
    const poll = { widget_type: 'poll', extra_data: { question: 'Lunch?', options: ['Soup'] } };
    let submessage_id = 1;
    const announceMessage = (sender_id: number, content: string) =>
      tell({
        type: 'submessage',
        msg_type: 'widget',
        message_id: 4,
        sender_id,
        content,
        submessage_id: ++submessage_id,
      });
    const { tell, calls } = await setup({
      getMessages: () => ({
        messages: [
          sent(3, 8, 'The last'),
          sent(4, 8, '/poll Lunch?', { submessages: widget(poll) }),
        ],
        found_oldest: true,
      }),
      sendSubmessage: ({ content }) => {
        announceMessage(7, content);
        return {};
      },
    });
    await page.getByRole('button', { name: 'Soup: no votes' }).click();
    const soup = page.getByRole('button', { name: 'Soup: 1 vote, Ada' });
    await expect.element(soup).toHaveAttribute('aria-pressed', 'true');
    announceMessage(8, JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 }));
    await expect.element(page.getByRole('button', { name: /^Soup: 2 votes, Ada/ })).toBeVisible();
    await page.getByRole('textbox', { name: 'Add an option' }).fill('Bread');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('button', { name: 'Bread: no votes' })).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: 'Add an option' })).toHaveValue('');
    expect(calls('sendSubmessage')).toHaveLength(2);
    // It isn't the user's own poll, so the question can't be edited.
    await expect
      .element(page.getByRole('button', { name: 'Edit question' }))
      .not.toBeInTheDocument();
  });

  it('of an unknown type are shown as text', async () => {
    await setup({
      getMessages: () => ({
        messages: [
          sent(3, 8, 'The last'),
          sent(4, 8, 'A form', { submessages: widget({ widget_type: 'todo', extra_data: 3 }) }),
        ],
        found_oldest: true,
      }),
    });
    await expect.element(message('A form')).toBeVisible();
  });
});
