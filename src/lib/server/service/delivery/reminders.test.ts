import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { addChannel, openQueue } from '../../../../../tests/support/channels';
import { botNotes, pass } from '../../../../../tests/support/delivery';
import { withService } from '../../../../../tests/support/with-service';
import { messages } from '../db/schema/messages';
import { users } from '../db/schema/users';
import type { AccountWithKey } from '../service';

const t = withService();
let me: AccountWithKey;
let other: AccountWithKey;
let open: { id: number; name: string };
let due: number;

beforeEach(async () => {
  t.clock.advance(1000 - (t.clock.now() % 1000));
  me = await t.addUser();
  other = await t.addUser();
  open = await addChannel(t, {}, [me, other]);
  due = t.clock.now() / 1000 + 60;
});

type Params = Record<string, unknown>;

describe('a reminder', () => {
  async function remind(params: Params = {}): Promise<number> {
    const sent = await t.call(other, 'POST', '/messages', {
      type: 'stream',
      to: open.id,
      topic: 'plans',
      content: 'the target',
    });
    const message_id = sent.body['id'] as number;
    const { body } = await t.call(me, 'POST', '/reminders', {
      message_id,
      scheduled_delivery_timestamp: due,
      note: 'look again',
      ...params,
    });
    expect(body).toMatchObject({ result: 'success' });
    return message_id;
  }

  it('is sent by the Notification Bot, mentions its author by name, and is deleted', async () => {
    const queue = await openQueue(t, me, { event_types: ['reminders'] });
    const message_id = await remind();
    await t.store.db
      .update(messages)
      .set({ content: 'the target, edited' })
      .where(eq(messages.id, message_id));
    await pass(t, 59_999);
    expect(await botNotes(t, me)).toEqual([]);
    await pass(t, 1);
    const [note] = await botNotes(t, me);
    for (const part of ['look again', 'the target, edited', `/near/${message_id}`]) {
      expect(note!.content).toContain(part);
    }
    expect(note!.flags).toContain('mentioned');
    expect((await t.call(me, 'GET', '/reminders')).body['reminders']).toEqual([]);
    expect((await queue.events()).map(({ op }) => op)).toEqual(['add', 'remove']);
  });

  it('quotes the original text if the message is gone, however late it is', async () => {
    const message_id = await remind();
    await t.call(t.owner, 'DELETE', `/messages/${message_id}`);
    await t.store.db.execute(sql`update reminders set scheduled_delivery_timestamp = 1`);
    await pass(t, 3_600_000);
    expect((await botNotes(t, me))[0]!.content).toContain('the target');
  });

  it('isn’t sent to a deactivated user', async () => {
    await remind();
    await t.store.db.update(users).set({ is_active: false }).where(eq(users.id, me.user_id));
    await pass(t, 60_000);
    expect(await botNotes(t, me)).toEqual([]);
  });
});
