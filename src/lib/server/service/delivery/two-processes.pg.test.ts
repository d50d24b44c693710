import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addChannel } from '../../../../../tests/support/channels';
import type { TestService } from '../../../../../tests/support/service';
import { startSideBySide, type SideBySide } from '../../../../../tests/support/side-by-side';
import { queryRows } from '../db/query-rows';

/** Two services with their own connections on one database act like two processes. */
let side: SideBySide;
let first: TestService;
let second: TestService;
let channel: number;
let due: number;

beforeAll(async () => {
  side = await startSideBySide(2);
  [first, second] = side.services as [TestService, TestService];
});
afterAll(() => side.close());
beforeEach(async () => {
  channel = (await addChannel(first, {}, [first.owner])).id;
  // One of them may be ahead after the previous test.
  const now = Math.max(first.clock.now(), second.clock.now());
  for (const { clock } of [first, second]) clock.advance(now - clock.now());
  due = now / 1000 + 10;
});

const schedule = (t: TestService, content: string, scheduled_delivery_timestamp = due) =>
  t.call(t.owner, 'POST', '/scheduled_messages', {
    type: 'channel',
    to: channel,
    topic: 'x',
    content,
    scheduled_delivery_timestamp,
  });
const passBoth = (milliseconds: number) => {
  first.clock.advance(milliseconds);
  second.clock.advance(milliseconds);
};
const sent = async () =>
  (
    await queryRows<{ content: string }>(
      first.store.db,
      sql`select content from messages where stream_id = ${channel} order by id`,
    )
  ).map(({ content }) => content);

it('send each message once and in order, whichever is first', async () => {
  const expected = Array.from({ length: 80 }, (_, i) => String(i));
  for (const [i, content] of expected.entries()) {
    await schedule(i % 2 ? first : second, content, due + Math.floor(i / 20));
  }
  passBoth(15_000);
  await expect.poll(sent, { timeout: 20_000 }).toHaveLength(80);
  expect(await sent()).toEqual(expected);
  const waiting = await queryRows(
    first.store.db,
    sql`select 1 from scheduled_messages where delivered_message_id is null`,
  );
  expect(waiting).toEqual([]);
});

it('know about messages scheduled through the other', async () => {
  await schedule(first, 'through the first');
  // The first one's clock doesn't advance, so only the second can send it.
  const sentAfterAWhile = () => {
    second.clock.advance(10_000);
    return sent();
  };
  await expect.poll(sentAfterAWhile).toEqual(['through the first']);
});

it('don’t touch a message while it is being changed, and send the changed one', async () => {
  await schedule(first, 'before');
  await schedule(first, 'another');
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let locked = () => {};
  const holding = new Promise<void>((resolve) => (locked = resolve));
  const editing = first.store.transaction(async (tx) => {
    await tx.execute(sql`update scheduled_messages set content = 'after' where content = 'before'`);
    locked();
    await held;
  });
  await holding;
  passBoth(10_000);
  await expect.poll(sent).toEqual(['another']);
  release();
  await editing;
  const sentAfterAMoment = () => {
    passBoth(50);
    return sent();
  };
  await expect.poll(sentAfterAMoment).toEqual(['another', 'after']);
});
