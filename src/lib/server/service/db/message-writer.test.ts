import { eq, is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { addChannel } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import type { AccountWithKey } from '../service';
import { BatchWriter, SingleWriter, messageTables, type NewMessageRow } from './message-writer';
import { queryRows } from './query-rows';
import { messages, recipients, userMessages } from './schema/messages';
import { streams } from './schema/streams';
import { users } from './schema/users';
import type { DatabaseTransaction } from './store';
import { instrumentTransaction } from './instrument-transaction';

const t = withService();
let me: AccountWithKey;
let message: NewMessageRow;

beforeAll(async () => {
  me = await t.addUser();
  const channel = await addChannel(t, {}, [me]);
  const [recipient] = await t.store.db
    .insert(recipients)
    .values({ realm_id: 1, stream_id: channel.id })
    .returning();
  message = {
    realm_id: recipient!.realm_id,
    sender_id: me.user_id,
    recipient_id: recipient!.id,
    stream_id: channel.id,
    topic: 'plans',
    content: 'hello',
    rendered_content: 'hello',
    date_sent: new Date(1_700_000_000_000),
    client: 'test',
  };
});

const receipts = () => [{ flags: ['read'], user_ids: [me.user_id] }];

/** Runs with a batch that holds back one message. */
function held<T>(
  work: (tools: { outer: DatabaseTransaction; tx: DatabaseTransaction; id: number }) => Promise<T>,
): Promise<T> {
  return t.store.transaction(async (outer) => {
    const writer = new BatchWriter(outer, 2);
    const tx = instrumentTransaction(outer, (statement) => writer.flushFor(statement));
    const { id } = await writer.write(message, receipts());
    return work({ outer, tx, id });
  });
}

const isThere = async (outer: DatabaseTransaction, id: number) =>
  (await outer.select().from(messages).where(eq(messages.id, id))).length === 1;

describe('a batch', () => {
  it.each<[string, (tx: DatabaseTransaction, id: number) => PromiseLike<unknown>]>([
    ['a query', (tx, id) => tx.select().from(messages).where(eq(messages.id, id))],
    [
      'a join',
      (tx) =>
        tx
          .select()
          .from(users)
          .leftJoin(userMessages, sql`true`)
          .limit(1),
    ],
    ['a raw statement', (tx) => queryRows(tx, sql`select 1 from user_messages`)],
    ['a count', (tx) => tx.$count(messages)],
    ['a change', (tx, id) => tx.update(messages).set({ topic: 'x' }).where(eq(messages.id, id))],
    [
      'a part of a change',
      (tx) => tx.update(streams).set({ first_message_id: sql`(select min(id) from messages)` }),
    ],
  ])('is written before %s that could tell', async (_what, statement) => {
    await held(async ({ outer, tx, id }) => {
      await statement(tx, id);
      expect(await isThere(outer, id)).toBe(true);
    });
  });

  it('stays held back during all unrelated statements', async () => {
    await held(async ({ outer, tx, id }) => {
      await tx.select().from(users);
      await queryRows(tx, sql`select content from scheduled_messages`);
      expect(await isThere(outer, id)).toBe(false);
    });
  });

  it('writes the same as single messages do, and knows the recipients', async () => {
    await t.store.transaction(async (tx) => {
      const single = new SingleWriter(tx);
      const batch = new BatchWriter(tx, 1);
      const ids: number[] = [];
      for (const writer of [single, batch, batch]) {
        const before = writer.hasWrittenTo(message.recipient_id);
        const row = await writer.write(message, receipts());
        expect(writer.hasWrittenTo(message.recipient_id)).toBe(true);
        expect(row).toEqual({ ...message, ...never, id: row.id });
        expect(before).toBe(ids.length === 2);
        ids.push(row.id);
      }
      await batch.flush();
      expect(batch.received).toBe(2);
      for (const id of ids) {
        const [row] = await tx.select().from(messages).where(eq(messages.id, id));
        expect(row).toEqual({ ...message, ...never, id });
        const received = await tx
          .select()
          .from(userMessages)
          .where(eq(userMessages.message_id, id));
        expect(received).toMatchObject([{ user_id: me.user_id, flags: ['read'] }]);
      }
    });
  });

  it('covers every table with a reference to messages', () => {
    const schema = import.meta.glob<Record<string, unknown>>('./schema/*.ts', { eager: true });
    const hanging = Object.values(schema)
      .flatMap((module) => Object.values(module))
      .filter((table) => is(table, PgTable))
      .filter((table) =>
        getTableConfig(table).foreignKeys.some((key) => key.reference().foreignTable === messages),
      );
    expect(new Set(messageTables)).toEqual(new Set([messages, ...hanging]));
  });
});

const never = { last_edit_time: null, last_moved_time: null, edit_history: null };
