import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { addChannel, groupId, openQueue, setRealm } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import { queryRows } from '../db/query-rows';
import type { AccountWithKey } from '../service';

const t = withService();
let administrator: AccountWithKey;
let member: AccountWithKey;
let open: { id: number; name: string };

beforeAll(async () => {
  administrator = await t.addUser({ role: 200 });
});
beforeEach(async () => {
  await setRealm(t, {});
  member = await t.addUser();
  open = await addChannel(t, {}, [member, administrator]);
});

const write = async (topic: string, to = open.id, account = member) => {
  const params = { type: 'stream', to, topic, content: 'x' };
  const { body } = await t.call(account, 'POST', '/messages', params);
  return body['id'] as number;
};
const remove = (account: AccountWithKey, topic_name: unknown, id = open.id) =>
  t.call(account, 'POST', `/streams/${id}/delete_topic`, { topic_name });
const left = async (id = open.id) => {
  const rows = await queryRows<{ id: number }>(
    t.store.db,
    sql`select id from messages where stream_id = ${id} order by id`,
  );
  return rows.map((row) => row.id);
};
/** Copies a message, with the same receivers. */
async function copy(message: number, count: number): Promise<void> {
  await t.store.db.execute(sql`insert into messages
      (realm_id, sender_id, recipient_id, stream_id, topic, content, rendered_content, date_sent, client)
    select realm_id, sender_id, recipient_id, stream_id, topic, content, rendered_content, date_sent, client
    from messages cross join generate_series(1, ${count}::int) where id = ${message}`);
}

it('deletes a topic’s messages in any case, and notifies those who had access', async () => {
  const ids = [await write('Plans'), await write('plans')];
  const other = await write('other');
  const capable = { notification_settings_null: true, bulk_message_deletion: true };
  const queue = await openQueue(t, member, {
    event_types: ['delete_message', 'stream'],
    client_capabilities: capable,
  });
  const reply = await remove(administrator, ' PLANS ');
  expect(reply.body).toEqual({ result: 'success', msg: '', complete: true });
  expect(await left()).toEqual([other]);
  const place = { message_type: 'stream', stream_id: open.id };
  expect(await queue.events()).toEqual([
    expect.objectContaining({ property: 'first_message_id', value: other }),
    { type: 'delete_message', ...place, topic: 'plans', message_ids: ids },
  ]);
  const { body } = await t.call(member, 'GET', `/users/me/${open.id}/topics`);
  expect(body['topics']).toEqual([{ name: 'other', max_id: other }]);
});

it('deletes a long topic in batches, the newest first, until complete', async () => {
  const first = await write('long');
  await copy(first, 450);
  const all = await left();
  const answers = [];
  const rest = [];
  for (let i = 0; i < 4; i++) {
    answers.push((await remove(administrator, 'long')).body['complete']);
    rest.push((await left()).length);
    expect(all.slice(0, rest.at(-1))).toEqual(await left());
  }
  expect(answers).toEqual([false, false, true, true]);
  expect(rest).toEqual([251, 51, 0, 0]);
});

it('accepts the names of the empty topic', async () => {
  for (const name of ['', 'general chat', '(no topic)']) {
    await write('');
    expect((await remove(administrator, name)).status).toBe(200);
    expect(await left()).toEqual([]);
  }
});

it('succeeds if there is nothing to delete', async () => {
  expect((await remove(administrator, 'no such topic')).body).toMatchObject({ complete: true });
});

it('is for administrators, and those allowed to delete any message by organization or channel', async () => {
  await write('x');
  expect((await remove(member, 'x')).body).toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' });
  expect((await left()).length).toBe(1);
  const settings = { can_delete_any_message_group: await groupId(t, 'role:members') };
  const own = await addChannel(t, { settings }, [member]);
  await write('x', own.id);
  expect((await remove(member, 'x', own.id)).status).toBe(200);
  expect(await left(own.id)).toEqual([]);
  await setRealm(t, settings);
  expect((await remove(member, 'x')).status).toBe(200);
  expect(await left()).toEqual([]);
});

it('gives the same error for a missing channel and one whose content is hidden', async () => {
  const closed = await addChannel(t, { invite_only: true }, [member]);
  await write('x', closed.id);
  const answers = [];
  for (const id of [closed.id, 999_999, 9_999_999_999]) {
    answers.push((await remove(administrator, 'x', id)).body);
  }
  expect(answers[0]).toMatchObject({ code: 'BAD_REQUEST' });
  expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
  expect((await left(closed.id)).length).toBe(1);
});

it('keeps messages that the caller never received, without access to the history', async () => {
  const values = { invite_only: true, history_public_to_subscribers: false };
  const closed = await addChannel(t, values, [member]);
  const before = await write('x', closed.id);
  await t.store.db.execute(
    sql`insert into subscriptions (stream_id, user_id, color)
      values (${closed.id}, ${administrator.user_id}, '#76ce90')`,
  );
  await write('x', closed.id);
  expect((await remove(administrator, 'x', closed.id)).body).toMatchObject({ complete: true });
  expect(await left(closed.id)).toEqual([before]);
});

it('is recorded in the audit log', async () => {
  await write('Plans');
  await remove(administrator, 'plans');
  const { body } = await t.call(administrator, 'GET', '/audit_log', { num: 1 });
  expect(body['entries']).toMatchObject([
    {
      action: 'channel.topic_deleted',
      modified_stream_id: open.id,
      before: { topic: 'Plans', messages: 1 },
    },
  ]);
});
