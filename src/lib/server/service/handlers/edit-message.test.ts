import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getMessageHistory } from '$lib/api/edit-message';
import { addChannel, groupId, openQueue, setRealm } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import { messages } from '../db/schema/messages';
import { subscriptions } from '../db/schema/streams';
import type { AccountWithKey } from '../service';

const t = withService();
let me: AccountWithKey;
let other: AccountWithKey;
let open: { id: number; name: string };

beforeEach(async () => {
  me = await t.addUser();
  other = await t.addUser();
  open = await addChannel(t, {}, [me, other]);
});
afterEach(() => setRealm(t, {}));

const capable = {
  client_capabilities: {
    notification_settings_null: true,
    bulk_message_deletion: true,
    empty_topic_name: true,
  },
};

async function send(
  account: AccountWithKey,
  content: string,
  params: Record<string, unknown> = {},
) {
  const to = { type: 'stream', to: open.id, topic: 'plans', ...params };
  const { body } = await t.call(account, 'POST', '/messages', { content, ...to });
  expect(body.result).toBe('success');
  return body['id'] as number;
}
const edit = (id: number, params: Record<string, unknown>, account = me) =>
  t.call(account, 'PATCH', `/messages/${id}`, params);
/** Makes a message older. */
async function age(id: number, days: number) {
  const date_sent = new Date(t.clock.now() - days * 86_400_000);
  await t.store.db.update(messages).set({ date_sent }).where(eq(messages.id, id));
}
async function read(id: number, account = me) {
  const params = { allow_empty_topic_name: true };
  const { body } = await t.call(account, 'GET', `/messages/${id}`, params);
  return body['message'] as Record<string, unknown> | undefined;
}

describe('updateMessage with content', () => {
  it('changes text and flags, and sends each receiver their own flags', async () => {
    const id = await send(me, 'see **this**', { read_by_sender: true });
    const queues = [await openQueue(t, me), await openQueue(t, other)] as const;
    const content = `look, @**${other.full_name}|${other.user_id}**`;
    const { body } = await edit(id, { content });
    expect(body).toEqual({ result: 'success', msg: '', detached_uploads: [] });
    const now = Math.floor(t.clock.now() / 1000);
    const event = {
      type: 'update_message',
      user_id: me.user_id,
      rendering_only: false,
      message_id: id,
      message_ids: [id],
      flags: ['read'],
      edit_timestamp: now,
      stream_id: open.id,
      stream_name: open.name,
      orig_content: 'see **this**',
      orig_rendered_content: '<p>see <strong>this</strong></p>',
      content,
      rendered_content: expect.stringContaining('user-mention') as string,
      is_me_message: false,
    };
    expect(await queues[0].events()).toEqual([event]);
    expect(await queues[1].events()).toEqual([{ ...event, flags: ['mentioned'] }]);
    expect(await read(id)).toMatchObject({
      last_edit_timestamp: now,
      edit_history: [{ user_id: me.user_id, timestamp: now, prev_content: 'see **this**' }],
    });
  });

  it('stores an emptied text as deleted', async () => {
    const id = await send(me, 'oops');
    await edit(id, { content: ' \n' });
    expect(await read(id)).toMatchObject({ content: '<p>(deleted)</p>' });
  });

  it('refuses an edit that started from a different text', async () => {
    const id = await send(me, 'one');
    const hash = (text: string) => createHash('sha256').update(text).digest('hex');
    const wrong = await edit(id, { content: 'three', prev_content_sha256: hash('two') });
    expect(wrong.status).toBe(400);
    expect(wrong.body).toMatchObject({
      code: 'EXPECTATION_MISMATCH',
      field_name: 'prev_content_sha256',
    });
    const right = await edit(id, { content: 'three', prev_content_sha256: hash('one') });
    expect(right.status).toBe(200);
  });

  it('is for the sender, if the organization allows it and within the time limit', async () => {
    const id = await send(me, 'one');
    expect((await edit(id, { content: 'x' }, other)).status).toBe(400);
    await setRealm(t, { allow_message_editing: false });
    expect((await edit(id, { content: 'x' })).status).toBe(400);
    await setRealm(t, { message_content_edit_limit_seconds: 600 });
    t.clock.advance(615_000);
    expect((await edit(id, { content: 'x' })).status).toBe(200);
    t.clock.advance(10_000);
    expect((await edit(id, { content: 'y' })).status).toBe(400);
    await setRealm(t, { message_content_edit_limit_seconds: null });
    expect((await edit(id, { content: 'y' })).status).toBe(200);
  });

  it.each([
    [{}],
    [{ content: 'x', stream_id: 1 }],
    [{ content: 'x', propagate_mode: 'change_all' }],
    [{ topic: 'plans' }],
    [{ stream_id: 999_999 }],
    [{ topic: 'x', propagate_mode: 'change_some' }],
  ])('refuses %o', async (params) => {
    const reply = await edit(await send(me, 'one'), params);
    expect(reply.status).toBe(400);
    expect(reply.body.code).toBe('BAD_REQUEST');
  });

  it('refuses to move a direct message', async () => {
    const id = await send(me, 'psst', { type: 'direct', to: [other.user_id] });
    expect((await edit(id, { topic: 'x' })).status).toBe(400);
    expect((await edit(id, { content: 'hush' })).status).toBe(200);
  });
});

describe('updateMessage with a topic', () => {
  it('moves one, later or all messages, and announces it', async () => {
    const ids = [await send(me, 'a'), await send(other, 'b'), await send(me, 'c')];
    const queue = await openQueue(t, other, { event_types: ['update_message'], ...capable });
    const quiet = { send_notification_to_new_thread: false };
    await edit(ids[1]!, { topic: 'one', ...quiet });
    await edit(ids[0]!, { topic: 'rest', propagate_mode: 'change_later', ...quiet });
    await edit(ids[2]!, { subject: '', propagate_mode: 'change_all', ...quiet });
    const base = { type: 'update_message', rendering_only: false, stream_name: open.name };
    expect(await queue.events()).toMatchObject([
      { ...base, message_ids: [ids[1]], orig_subject: 'plans', subject: 'one', topic_links: [] },
      { message_ids: [ids[0], ids[2]], subject: 'rest', propagate_mode: 'change_later' },
      { message_id: ids[2], message_ids: [ids[0], ids[2]], orig_subject: 'rest', subject: '' },
    ]);
    expect(await read(ids[0]!)).toMatchObject({
      subject: '',
      last_moved_timestamp: Math.floor(t.clock.now() / 1000),
      edit_history: [
        { prev_topic: 'rest', topic: '' },
        { prev_topic: 'plans', topic: 'rest' },
      ],
    });
    expect(await read(ids[0]!)).not.toHaveProperty('last_edit_timestamp');
  });

  it('makes the Notification Bot post where it came from and where it went', async () => {
    const id = await send(me, 'a');
    await send(me, 'b');
    await edit(id, { topic: 'new', send_notification_to_old_thread: true });
    const { body } = await t.call(me, 'GET', '/messages', {
      anchor: 'newest',
      num_before: 2,
      num_after: 0,
      apply_markdown: false,
    });
    expect(body['messages']).toMatchObject([
      { subject: 'new', content: expect.stringContaining(`#**${open.name}>plans**`) as string },
      { subject: 'plans', content: expect.stringContaining(`#**${open.name}>new**`) as string },
    ]);
  });

  it('resolves with only the permission to resolve, at any age', async () => {
    const nobody = await groupId(t, 'role:nobody');
    await setRealm(t, { can_move_messages_between_topics_group: nobody });
    const id = await send(me, 'a');
    await age(id, 30);
    expect((await edit(id, { topic: 'other' })).status).toBe(400);
    expect((await edit(id, { topic: '✔ plans', propagate_mode: 'change_all' })).status).toBe(200);
    await setRealm(t, { can_resolve_topics_group: nobody });
    expect((await edit(id, { topic: 'plans', propagate_mode: 'change_all' })).status).toBe(400);
  });

  it('moves users’ topic policies along with the whole topic', async () => {
    const first = await send(me, 'a');
    await send(me, 'b');
    const policy = { stream_id: open.id, topic: 'Plans', visibility_policy: 3 };
    await t.call(other, 'POST', '/user_topics', policy);
    const queue = await openQueue(t, other, { event_types: ['user_topic'] });
    await edit(first, { topic: 'apart' });
    expect(await queue.events()).toEqual([]);
    const second = await send(me, 'c');
    await edit(second, { topic: 'moved', propagate_mode: 'change_all' });
    expect(await queue.events()).toMatchObject([
      { topic_name: 'plans', visibility_policy: 0 },
      { topic_name: 'moved', visibility_policy: 3, stream_id: open.id },
    ]);
  });

  it('has a time limit, which doesn’t apply to moderators', async () => {
    const old = await send(me, 'a');
    await age(old, 8);
    const young = await send(me, 'b');
    const all = { topic: 'x', propagate_mode: 'change_all' };
    expect((await edit(old, all)).body).toMatchObject({ code: 'BAD_REQUEST' });
    expect((await edit(young, all)).body).toMatchObject({
      code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
      first_message_id_allowed_to_move: young,
      total_messages_in_topic: 2,
      total_messages_allowed_to_move: 1,
    });
    const moderator = await t.addUser({ role: 300 });
    expect((await edit(young, all, moderator)).status).toBe(200);
  });

  it('follows the topics policy', async () => {
    await setRealm(t, { topics_policy: 'disable_empty_topic' });
    const reply = await edit(await send(me, 'a'), { topic: '' });
    expect(reply.body).toMatchObject({ empty_topic_display_name: 'general chat' });
  });
});

describe('updateMessage with a channel', () => {
  it('moves to a channel for those who can read it; for others it is deleted', async () => {
    const secret = await addChannel(
      t,
      { invite_only: true, history_public_to_subscribers: false },
      [me],
    );
    const late = await t.addUser();
    const id = await send(other, 'a');
    await t.store.db.insert(subscriptions).values({
      stream_id: secret.id,
      user_id: late.user_id,
      color: '#76ce90',
    });
    const types = { event_types: ['update_message', 'delete_message'], ...capable };
    const mine = await openQueue(t, me, types);
    const theirs = await openQueue(t, other, types);
    expect((await edit(id, { stream_id: secret.id })).status).toBe(200);
    expect(await mine.events()).toMatchObject([
      {
        type: 'update_message',
        stream_id: open.id,
        new_stream_id: secret.id,
        orig_subject: 'plans',
        message_ids: [id],
      },
    ]);
    expect(await theirs.events()).toEqual([
      {
        type: 'delete_message',
        message_type: 'stream',
        stream_id: open.id,
        topic: 'plans',
        message_ids: [id],
      },
    ]);
    expect(await read(id)).toMatchObject({ stream_id: secret.id, display_recipient: secret.name });
    expect(await read(id, late)).toMatchObject({ flags: ['read', 'historical'] });
    expect(await read(id, other)).toBeUndefined();
  });

  it('needs permission to post there and to move out', async () => {
    const nobody = await groupId(t, 'role:nobody');
    const shut = await addChannel(t, { settings: { can_send_message_group: nobody } }, [me]);
    const free = await addChannel(t, {}, []);
    const id = await send(me, 'a');
    expect((await edit(id, { stream_id: shut.id })).status).toBe(400);
    await setRealm(t, { can_move_messages_between_channels_group: nobody });
    expect((await edit(id, { stream_id: free.id })).status).toBe(400);
    await setRealm(t, {});
    expect((await edit(id, { stream_id: free.id, topic: 'both' })).status).toBe(200);
    expect(await read(id)).toMatchObject({ subject: 'both', stream_id: free.id });
  });
});

describe('getMessageHistory', () => {
  it('returns every version, oldest first, as far as the organization shows it', async () => {
    const id = await send(me, 'one');
    await edit(id, { content: 'two' });
    await edit(id, { topic: 'moved', content: 'three' });
    const get = () => t.call(other, 'GET', `/messages/${id}/history`);
    const { body } = await get();
    expect(v.parse(getMessageHistory.result, body).message_history).toMatchObject([
      { topic: 'plans', content: 'one', user_id: me.user_id },
      { topic: 'plans', content: 'two', prev_content: 'one', prev_rendered_content: '<p>one</p>' },
      { topic: 'moved', prev_topic: 'plans', content: 'three', prev_content: 'two' },
    ]);
    const mark = (what: string, word: string) =>
      `<span class="highlight_text_${what}">${word}</span>`;
    const diffs = (body['message_history'] as Record<string, unknown>[]).map(
      (version) => version['content_html_diff'],
    );
    expect(diffs).toEqual([
      undefined,
      `<div><p>${mark('inserted', 'two')} ${mark('deleted', 'one')} </p></div>`,
      `<div><p>${mark('inserted', 'three')} ${mark('deleted', 'two')} </p></div>`,
    ]);
    await setRealm(t, { message_edit_history_visibility_policy: 'moves' });
    const moves = await get();
    expect(moves.body['message_history']).toMatchObject([
      { topic: 'plans', content: 'three' },
      { topic: 'moved', prev_topic: 'plans' },
    ]);
    expect(JSON.stringify(moves.body)).not.toContain('two');
    await setRealm(t, { message_edit_history_visibility_policy: 'none' });
    expect((await get()).status).toBe(400);
    expect(await read(id)).not.toHaveProperty('edit_history');
  });
});
