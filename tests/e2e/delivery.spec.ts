import type { Page } from '@playwright/test';
import { expect, test, withServiceWorker } from '../support/app';
import { DraftsPage } from '../support/drafts-page';
import type { Inkwell } from '../support/inkwell';
import { rarely } from '../support/share';

test.use(withServiceWorker);

type Message = { content: string; timestamp: number; sender_id: number };
type Event = { id: number; type: string; message: Message };

/** Registers an event queue for an account's messages and reads it with long polls. */
async function openQueue(server: Inkwell, account: string) {
  const queue = await server.api(account, 'POST', '/register', { event_types: '["message"]' });
  const queue_id = String(queue['queue_id']);
  let last = Number(queue['last_event_id']);
  return {
    /** Waits for the next messages, over as many polls as needed. */
    async next(): Promise<Message[]> {
      for (;;) {
        const place = { queue_id, last_event_id: String(last) };
        const { events } = (await server.api(account, 'GET', '/events', place)) as {
          events?: Event[];
        };
        if (!events) throw new Error('the queue is gone');
        for (const { id } of events) last = Math.max(last, id);
        const messageEvents = events.filter(({ type }) => type === 'message');
        if (messageEvents.length > 0) return messageEvents.map(({ message }) => message);
      }
    },
  };
}

/** Sender and recipient. */
interface Way {
  readonly server: Inkwell;
  readonly from: string;
  readonly to: string;
}

/**
 * Schedules a draft to the other account on the page. Returns the delivery time that the server
 * got, in Unix seconds.
 */
async function schedule(page: Page, way: Way, text: string, when: string): Promise<number> {
  const { server, from, to } = way;
  const { user_id } = await server.api(to, 'GET', '/users/me');
  const draft = { type: 'private', to: [user_id], topic: '', content: text };
  await server.api(from, 'POST', '/drafts', { drafts: JSON.stringify([draft]) });
  const drafts = await DraftsPage.signIn(page, server, from);
  await drafts.row(text).click();
  const accepted = page.waitForResponse(
    (reply) => reply.request().method() === 'POST' && reply.url().endsWith('/scheduled_messages'),
  );
  await page.getByRole('button', { name: 'Send later' }).click();
  await page.getByRole('textbox', { name: 'When' }).fill(when);
  await page.keyboard.press('Enter');
  await expect(drafts.row(text)).toBeHidden();
  const reply = await accepted;
  expect(reply.ok()).toBe(true);
  const sentParams = new URLSearchParams(reply.request().postData() ?? '');
  return Number(sentParams.get('scheduled_delivery_timestamp'));
}

/**
 * Expects this message as the next one, and not before its second. Whether it is late is tested
 * with a stopped clock, because this machine can be busy.
 */
async function arrives(queue: { next(): Promise<Message[]> }, content: string, due: number) {
  const delivered = await queue.next();
  expect(delivered).toMatchObject([{ content }]);
  expect(delivered[0]?.timestamp).toBeGreaterThanOrEqual(due);
}

/** The next message to arrive is the one sent here, so nothing else was pending. */
async function nothingBetween({ server, from, to }: Way, queue: { next(): Promise<Message[]> }) {
  const { user_id } = await server.api(to, 'GET', '/users/me');
  const note = { type: 'direct', to: `[${String(user_id)}]`, content: 'And then this' };
  await server.api(from, 'POST', '/messages', note);
  expect(await queue.next()).toMatchObject([{ content: 'And then this' }]);
}

test.describe('a message scheduled in the browser', () => {
  test('arrives in another account’s queue at its second, once', async ({
    page,
    shared,
    someone,
    other,
  }) => {
    const way = { server: shared, from: someone, to: other };
    const queue = await openQueue(shared, other);
    const due = await schedule(page, way, 'The tide turns', 'in 5 s');
    await arrives(queue, 'The tide turns', due);
    await nothingBetween(way, queue);
  });

  const title = 'arrives at its second, once, through kills and restarts';
  test(title, rarely('delivery through kills'), async ({ page, own }) => {
    test.slow();
    const way = { server: own, from: 'member', to: 'member2' };
    const queue = await openQueue(own, way.to);
    // Enough time for the restart on a busy machine: the least that proves the point.
    const due = await schedule(page, way, 'The tide turns', 'in 20 s');
    await own.kill();
    await own.restart();
    await arrives(queue, 'The tide turns', due);
    await own.kill();
    await own.restart();
    await nothingBetween(way, queue);
    const list = await own.api('member', 'GET', '/scheduled_messages');
    expect(list['scheduled_messages']).not.toContainEqual(
      expect.objectContaining({ content: 'The tide turns' }),
    );
  });
});
