import { expect, type Page } from '@playwright/test';
import type { Inkwell } from '../inkwell';

export const messagesOf = (page: Page) => page.getByRole('feed', { name: 'Messages' });

export async function idOf(server: Inkwell, account: string): Promise<number> {
  return Number((await server.api(account, 'GET', '/users/me'))['user_id']);
}

/** Sends a direct message to people by id. */
export function writeTo(server: Inkwell, account: string, to: number[], content: string) {
  return send(server, account, { type: 'direct', to: JSON.stringify(to), content });
}

/** Sends a message to a topic of a channel. */
export function writeIn(
  server: Inkwell,
  account: string,
  [channel, topic]: readonly [channel: number, topic: string],
  content: string,
) {
  return send(server, account, { type: 'stream', to: String(channel), topic, content });
}

async function send(server: Inkwell, account: string, params: Readonly<Record<string, string>>) {
  const reply = await server.api(account, 'POST', '/messages', params);
  expect(reply).toMatchObject({ result: 'success' });
  return Number(reply['id']);
}

/** Creates a channel with just these subscribers and returns its id. */
export async function openChannel(
  server: Inkwell,
  name: string,
  [first, ...others]: readonly [string, ...string[]],
): Promise<number> {
  const ids = await Promise.all(others.map((one) => idOf(server, one)));
  const reply = await server.api(first, 'POST', '/channels/create', {
    name,
    subscribers: JSON.stringify([await idOf(server, first), ...ids]),
  });
  expect(reply).toMatchObject({ result: 'success' });
  return Number(reply['id']);
}

interface MessageReply {
  readonly id: number;
  readonly content: string;
  readonly reactions: readonly { readonly emoji_name: string }[];
}

const everything = { anchor: 'newest', num_before: '1000', num_after: '0' };

async function messagesBy(server: Inkwell, account: string, narrow: readonly object[]) {
  const params = { ...everything, narrow: JSON.stringify(narrow) };
  const { messages } = await server.api(account, 'GET', '/messages', params);
  return messages as MessageReply[];
}

/** Ids of an account's unread messages, oldest first. */
export async function unreadOf(server: Inkwell, account: string): Promise<number[]> {
  const found = await messagesBy(server, account, [{ operator: 'is', operand: 'unread' }]);
  return found.map(({ id }) => id);
}

/** Marks everything as read: a sample account starts with unread messages. */
export async function readEverything(server: Inkwell, account: string): Promise<void> {
  await server.api(account, 'POST', '/messages/flags/narrow', {
    anchor: 'newest',
    num_before: '5000',
    num_after: '0',
    narrow: '[]',
    op: 'add',
    flag: 'read',
  });
}

/** A message as every user sees it: its text, and the count of each reaction. */
interface Line {
  readonly id: number;
  readonly text: string;
  readonly reactions: readonly string[];
}

export async function linesIn(
  server: Inkwell,
  account: string,
  [channel, topic]: readonly [channel: number, topic: string],
): Promise<Line[]> {
  const found = await messagesBy(server, account, [
    { operator: 'channel', operand: channel },
    { operator: 'topic', operand: topic },
  ]);
  return found.map(({ id, content, reactions }) => {
    const names = reactions.map(({ emoji_name }) => emoji_name);
    const kinds = [...new Set(names)].map(
      (name) => `${name} ${names.filter((one) => one === name).length}`,
    );
    return { id, text: content.replace(/<[^>]*>/g, '').trim(), reactions: kinds };
  });
}

/** The messages that are rendered. */
export function linesOn(page: Page): Promise<Line[]> {
  return messagesOf(page).evaluate((feed) =>
    [...feed.querySelectorAll<HTMLElement>('[data-key]')].map((row) => ({
      id: Number(row.dataset['key']),
      text: [...row.querySelectorAll('.rendered')].map((one) => one.textContent.trim()).join(' '),
      reactions: [...row.querySelectorAll('button[aria-pressed][aria-label*=": "]')].map(
        (button) =>
          `${button.getAttribute('aria-label')?.split(': ').at(-1)} ${button.textContent.trim().match(/\d+$/)?.[0]}`,
      ),
    })),
  );
}
