import { expect } from 'vitest';
import { page } from 'vitest/browser';
import type { Message } from '$lib/api/read-messages';
import type { Answers } from '../account';
import { aMessage } from '../state';
import { setup } from './drafts-page';

const now = Math.floor(Date.now() / 1000);

const said = (id: number, sender_id: number, text: string, values: Partial<Message> = {}) =>
  aMessage(id, { sender_id, content: `<p>${text}</p>`, timestamp: now - 60 + id, ...values });

/** Messages about the logo, and none in other conversations. */
const talk: Answers = {
  getMessages: ({ narrow }) => ({
    messages: JSON.stringify(narrow).includes('logo')
      ? [said(1, 8, 'The first'), said(2, 7, 'Mine'), said(3, 8, 'The last')]
      : [],
    found_oldest: true,
    found_newest: true,
  }),
  getMessage: ({ message_id }) => ({
    message: { ...aMessage(message_id), content: 'The *last*' },
    raw_content: 'The *last*',
  }),
  updateMessageFlags: ({ messages }) => ({ messages }),
};

/** The drafts, one of them to a conversation in which others have written. */
export async function openWithConversation(
  send?: NonNullable<Answers['sendMessage']>,
  more: Answers = {},
  values: Parameters<typeof setup>[2] = {},
) {
  const world = await setup(send, { ...talk, ...more }, values);
  /** A message about the logo arrives. */
  const come = (id: number, sender_id: number, text: string, local_message_id?: string) => {
    const { flags: _flags, ...message } = said(id, sender_id, text);
    world.tell({ type: 'message', message, flags: [], local_message_id });
  };
  return { ...world, come };
}

export const message = (text: string) => page.getByRole('article', { name: text });
export const feed = () => page.getByRole('feed', { name: 'Messages' });
export const drafts = () => page.getByRole('listbox', { name: 'Drafts' });

/** Position and size of the element. */
export function placeOf(element: Element): readonly number[] {
  const { top, left, width, height } = element.getBoundingClientRect();
  return [top, left, width, height].map(Math.round);
}

export async function showsTalk(): Promise<void> {
  await expect.element(message('The last')).toBeVisible();
}
