import { expect, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../../src/app.css';
import type { Message } from '../../../src/lib/api/read-messages';
import type { RegisterState } from '../../../src/lib/api/register';
import { AccountDrafts } from '../../../src/lib/features/drafts/account-drafts.svelte';
import { anAccount, type Answers } from '../account';
import { aChannel, aMessage, aPerson, aState, aSubscription } from '../state';
import ConversationFrame from './ConversationFrame.svelte';

export const now = Math.floor(Date.now() / 1000);

const channels = [
  { id: 5, name: 'design' },
  { id: 6, name: 'garden' },
];

export const talkState = (values: Partial<RegisterState> = {}): RegisterState =>
  aState({
    user_id: 7,
    realm_url: 'https://chat.example.org',
    realm_users: [aPerson(7, { full_name: 'Ada' }), aPerson(8, { full_name: 'Grace' })],
    streams: channels.map(({ id, name }) => aChannel(id, { name })),
    subscriptions: channels.map(({ id, name }) => aSubscription(id, { name })),
    saved_snippets: [],
    reminders: [],
    ...values,
  });

export const html = (text: string) => `<p>${text}</p>`;
export const sent = (id: number, sender_id: number, text: string, values: Partial<Message> = {}) =>
  aMessage(id, { sender_id, content: html(text), timestamp: now - 60 + id, ...values });

const logo = { type: 'stream', to: [5], topic: 'logo' } as const;

/** Opens the conversation about the logo, in which Grace and Ada have written. */
export async function openTalk(more: Answers = {}, state = talkState()) {
  const all = [sent(1, 8, 'The first'), sent(2, 7, 'Mine'), sent(3, 8, 'The last')];
  const texts = ['', 'The **first**', 'Mine', 'The last'];
  const world = anAccount({
    answers: {
      getMessages: ({ narrow }) => {
        const isHere = JSON.stringify(narrow).includes('logo');
        return { messages: isHere ? all : [], found_oldest: true, found_newest: true };
      },
      getMessage: ({ message_id }) => {
        const content = texts[message_id] ?? '';
        return { message: { ...aMessage(message_id), content }, raw_content: content };
      },
      ...more,
    },
    state: null,
  });
  const drafts = new AccountDrafts(world.account);
  drafts.start();
  world.register(state);
  world.connect('online');
  drafts.setConnection(true, true);
  onTestFinished(() => drafts.stop());
  await render(ConversationFrame, { account: world.account, drafts, conversation: logo });
  await expect.element(message('The last')).toBeVisible();
  await expect.element(box()).toHaveFocus();
  /** A message arrives in that topic. */
  const come = (id: number, sender_id: number, content: string, flags: string[] = []) => {
    const { flags: _flags, ...plainMessage } = aMessage(id, {
      sender_id,
      timestamp: now + id,
      content: html(content),
    });
    world.tell({ type: 'message', message: plainMessage, flags });
  };
  return { ...world, drafts, come };
}

export const message = (text: string) => page.getByRole('article', { name: text });
export const box = () => page.getByRole('textbox', { name: 'Message' }).last();

export const textOfBox = () => (box().element() as HTMLTextAreaElement).value;
export const notices = () => page.getByLabelText('Notifications');

/** Focuses the message with that text. */
export async function on(text: string) {
  await expect.element(message(text)).toBeInTheDocument();
  (message(text).element() as HTMLElement).focus();
  await expect.element(message(text)).toHaveFocus();
}

/** What is copied to the clipboard from now on, newest last. */
export function watchClipboard(): readonly string[] {
  const texts: string[] = [];
  const spy = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => {
    texts.push(text);
    return Promise.resolve();
  });
  onTestFinished(() => spy.mockRestore());
  return texts;
}
