import { expect } from '@playwright/test';
import type { Inkwell } from './inkwell';

interface Scheduled {
  readonly scheduled_message_id: number;
  readonly content: string;
  readonly scheduled_delivery_timestamp: number;
  readonly failed: boolean;
}

/** A time this many seconds from now, in UNIX seconds. */
export const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
export const day = 86_400;

/** Schedules a message of a sample account to itself or to a channel. Returns its id. */
export async function schedule(
  server: Inkwell,
  account: string,
  content: string,
  timestamp: number,
  channel?: number,
): Promise<number> {
  const { user_id } = await server.api(account, 'GET', '/users/me');
  const reply = await server.api(account, 'POST', '/scheduled_messages', {
    ...(channel === undefined
      ? { type: 'direct', to: JSON.stringify([user_id]) }
      : { type: 'stream', to: String(channel), topic: 'plans' }),
    content,
    scheduled_delivery_timestamp: String(timestamp),
  });
  expect(reply).toMatchObject({ result: 'success' });
  return reply['scheduled_message_id'] as number;
}

export async function scheduledOn(server: Inkwell, account: string): Promise<Scheduled[]> {
  const { scheduled_messages } = await server.api(account, 'GET', '/scheduled_messages');
  return scheduled_messages as Scheduled[];
}

/** Id of a channel of the account where it can post. */
export async function ownChannel(server: Inkwell, account: string): Promise<number> {
  const reply = await server.api(account, 'POST', '/register', {
    fetch_event_types: JSON.stringify(['subscription']),
  });
  const subscriptions = reply['subscriptions'] as { stream_id: number; name: string }[];
  for (const { stream_id } of subscriptions) {
    const { result } = await server.api(account, 'POST', '/messages', {
      type: 'stream',
      to: String(stream_id),
      topic: 'plans',
      content: 'May I?',
    });
    if (result === 'success') return stream_id;
  }
  throw new Error(`${account} may write in no channel`);
}

/** The account's newest messages, as written. */
export async function newestMessages(server: Inkwell, account: string): Promise<string[]> {
  const { messages } = await server.api(account, 'GET', '/messages', {
    anchor: 'newest',
    num_before: '50',
    num_after: '0',
    apply_markdown: 'false',
  });
  return (messages as { content: string }[]).map(({ content }) => content);
}
