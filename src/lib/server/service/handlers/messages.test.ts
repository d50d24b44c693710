import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addChannel, groupId, openQueue, setRealm } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import { messages, userMessages } from '../db/schema/messages';
import { userGroupMembers, userGroups } from '../db/schema/groups';
import { streams } from '../db/schema/streams';
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

const send = (account: AccountWithKey, params: Record<string, unknown>) =>
  t.call(account, 'POST', '/messages', { content: 'hello', ...params });
const post = (account: AccountWithKey, to: unknown, params: Record<string, unknown> = {}) =>
  send(account, { type: 'stream', to, topic: 'plans', ...params });
const direct = (account: AccountWithKey, to: unknown, params: Record<string, unknown> = {}) =>
  send(account, { type: 'direct', to, ...params });

async function stored(reply: Awaited<ReturnType<typeof send>>) {
  expect(reply.body).toMatchObject({ result: 'success' });
  const [row] = await t.store.db
    .select()
    .from(messages)
    .where(eq(messages.id, reply.body['id'] as number));
  return row!;
}
async function flagsOf(reply: Awaited<ReturnType<typeof send>>) {
  const rows = await t.store.db
    .select()
    .from(userMessages)
    .where(eq(userMessages.message_id, reply.body['id'] as number));
  return Object.fromEntries(rows.map(({ user_id, flags }) => [user_id, flags]));
}

describe('sendMessage to a channel', () => {
  it('accepts the channel by id or name, raw or quoted, in any case', async () => {
    const spellings = [open.id, open.name, open.name.toUpperCase(), JSON.stringify(open.name)];
    for (const to of [...spellings, [open.id]]) {
      expect(await stored(await post(me, to))).toMatchObject({ stream_id: open.id });
    }
  });

  it('accepts old and new names for the type, and the old one for the topic', async () => {
    const params = { to: open.id, topic: undefined, subject: 'old word' };
    for (const type of ['stream', 'channel']) {
      const reply = await t.call(me, 'POST', '/messages', {
        type,
        to: params.to,
        subject: params.subject,
        content: 'x',
      });
      expect(await stored(reply)).toMatchObject({ topic: 'old word' });
    }
  });

  it('trims, cuts and refuses as documented', async () => {
    const long = await stored(
      await post(me, open.id, {
        content: `\n\n  ${'x'.repeat(10_100)}  \n`,
        topic: 'é'.repeat(70),
      }),
    );
    expect(long.content).toHaveLength(10_000);
    expect(long.content.startsWith('  x')).toBe(true);
    expect(long.topic).toBe('é'.repeat(57) + '...');
    for (const params of [
      { content: ' \n ' },
      { content: 'a\0b' },
      { topic: 'bell\u0007' },
      { type: 'carrier pigeon' },
    ]) {
      expect((await post(me, open.id, params)).body).toMatchObject({ code: 'BAD_REQUEST' });
    }
    const noTopic = await send(me, { type: 'stream', to: open.id });
    expect(noTopic.body).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: 'topic' });
  });

  it('reads the names of the empty topic as empty', async () => {
    for (const topic of ['', ' ', '(no topic)', 'general chat']) {
      expect((await stored(await post(me, open.id, { topic }))).topic).toBe('');
    }
  });

  it.each([
    ['disable_empty_topic', ''],
    ['empty_topic_only', 'named'],
  ])('under the policy %s, refuses the topic "%s"', async (topics_policy, topic) => {
    const { id } = await addChannel(t, { topics_policy }, [me]);
    const reply = await post(me, id, { topic });
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({
      code: 'BAD_REQUEST',
      empty_topic_display_name: 'general chat',
    });
  });

  it('inherits the policy of the organization', async () => {
    await setRealm(t, { topics_policy: 'disable_empty_topic' });
    expect((await post(me, open.id, { topic: '' })).status).toBe(400);
    const { id } = await addChannel(t, { topics_policy: 'allow_empty_topic' }, [me]);
    expect((await post(me, id, { topic: '' })).status).toBe(200);
  });

  it('names a missing channel, and doesn’t reveal a hidden one', async () => {
    const hidden = await addChannel(t, { invite_only: true }, [other]);
    const cases: [unknown, Record<string, unknown>][] = [
      [999_999, { stream_id: 999_999 }],
      [99_999_999_999, { stream_id: 99_999_999_999 }],
      ['nowhere', { stream: 'nowhere' }],
      [hidden.id, { stream_id: hidden.id }],
      [hidden.name, { stream: hidden.name }],
    ];
    for (const [to, fields] of cases) {
      const reply = await post(me, to);
      expect(reply.status).toBe(400);
      expect(reply.body).toMatchObject({ code: 'STREAM_DOES_NOT_EXIST', ...fields });
    }
  });

  it('needs permission to post', async () => {
    const settings = { can_send_message_group: await groupId(t, 'role:moderators') };
    const moderated = await addChannel(t, { settings }, [me]);
    const archived = await addChannel(t, { is_archived: true }, [me]);
    const guest = await t.addUser({ role: 600 });
    expect((await post(me, moderated.id)).body.code).toBe('BAD_REQUEST');
    expect((await post(t.owner, moderated.id)).status).toBe(200);
    expect((await post(me, archived.id)).body.code).toBe('BAD_REQUEST');
    expect((await post(guest, open.id)).body.code).toBe('STREAM_DOES_NOT_EXIST');
  });

  it('lets members of nested groups post, and bots if their owner can', async () => {
    const [inner, outer] = await t.store.db
      .insert(userGroups)
      .values([
        { realm_id: 1, name: `inner ${me.user_id}` },
        { realm_id: 1, name: `outer ${me.user_id}` },
      ])
      .returning();
    const { userGroupSubgroups } = await import('../db/schema/groups');
    await t.store.db.insert(userGroupMembers).values({ group_id: inner!.id, user_id: me.user_id });
    await t.store.db
      .insert(userGroupSubgroups)
      .values({ group_id: outer!.id, subgroup_id: inner!.id });
    const setting = { direct_members: [], direct_subgroups: [outer!.id] };
    const { id } = await addChannel(t, { settings: { can_send_message_group: setting } });
    const bot = await t.addUser({ is_bot: true, bot_type: 1, bot_owner_id: me.user_id });
    expect((await post(other, id)).status).toBe(400);
    expect((await post(me, id)).status).toBe(200);
    expect((await post(bot, id)).status).toBe(200);
  });

  it('stores and sends each receiver’s own flags', async () => {
    const queue = await openQueue(t, other, { event_types: ['message'], apply_markdown: true });
    const content = 'see @**User** **';
    const [{ full_name }] = [other];
    const reply = await post(me, open.id, {
      content: `${content} @**${full_name}|${other.user_id}** @**topic**`,
      read_by_sender: true,
    });
    expect(await flagsOf(reply)).toEqual({
      [me.user_id]: ['read'],
      [other.user_id]: ['mentioned'],
    });
    expect(await queue.events()).toMatchObject([
      { type: 'message', flags: ['mentioned'], message: { id: reply.body['id'] } },
    ]);
  });

  it('marks a message as read for the sender in clients used by people', async () => {
    const robot = await post(me, open.id, { client: 'some script' });
    const person = await post(me, open.id, { client: 'website' });
    const desktop = await post(me, open.id, { client: 'My Desktop App' });
    expect((await flagsOf(robot))[me.user_id]).toEqual([]);
    expect((await flagsOf(person))[me.user_id]).toEqual(['read']);
    expect((await flagsOf(desktop))[me.user_id]).toEqual(['read']);
  });

  it('needs a permission to mention many people', async () => {
    const crowd = await Promise.all(Array.from({ length: 16 }, () => t.addUser()));
    const { id } = await addChannel(t, {}, [me, ...crowd]);
    const everyone = { content: 'look, @**all**' };
    expect((await post(me, id, everyone)).body.code).toBe('STREAM_WILDCARD_MENTION_NOT_ALLOWED');
    expect((await post(me, open.id, everyone)).status).toBe(200);
    expect((await post(t.owner, id, everyone)).status).toBe(200);
    for (const each of crowd) await post(each, id);
    const topic = { content: '@**topic**' };
    expect((await post(me, id, topic)).body.code).toBe('TOPIC_WILDCARD_MENTION_NOT_ALLOWED');
  });

  it('stores and announces the first message, and the next when that is deleted', async () => {
    const queue = await openQueue(t, t.owner, { event_types: ['stream'] });
    const first = (await post(me, open.id)).body['id'];
    const second = (await post(me, open.id)).body['id'];
    await t.call(t.owner, 'DELETE', `/messages/${String(first)}`);
    const update = { type: 'stream', op: 'update', property: 'first_message_id', name: open.name };
    expect(await queue.events()).toEqual([
      { ...update, stream_id: open.id, value: first },
      { ...update, stream_id: open.id, value: second },
    ]);
    const [row] = await t.store.db.select().from(streams).where(eq(streams.id, open.id));
    expect(row?.first_message_id).toBe(second);
  });
});

describe('sendMessage to people', () => {
  it('accepts ids, email addresses, lists and comma-separated lists, with or without the sender', async () => {
    const spellings = [
      [other.user_id],
      [other.user_id, me.user_id],
      [other.email.toUpperCase()],
      `${other.email}, ${me.email}`,
      [`user${other.user_id}@localhost`],
    ];
    const conversations = new Set<number>();
    for (const to of spellings) {
      conversations.add((await stored(await direct(me, to))).recipient_id);
    }
    conversations.add((await stored(await direct(other, [me.user_id]))).recipient_id);
    expect(conversations.size).toBe(1);
  });

  it('accepts a note to self', async () => {
    const reply = await direct(me, [me.user_id], { type: 'private' });
    expect(Object.keys(await flagsOf(reply))).toEqual([String(me.user_id)]);
  });

  it('refuses missing recipients', async () => {
    const gone = await t.addUser({ is_active: false });
    const wrong = [
      [],
      '',
      [999_999],
      [99_999_999_999],
      ['nobody@example.org'],
      [gone.user_id],
      [other.user_id, other.email],
    ];
    for (const to of wrong) {
      const reply = await direct(me, to);
      expect(reply.status, JSON.stringify(to)).toBe(400);
      expect(reply.body.code).toBe('BAD_REQUEST');
    }
  });

  it('follows the groups for direct messages', async () => {
    const owners = await groupId(t, 'role:owners');
    await setRealm(t, { direct_message_permission_group: owners });
    expect((await direct(me, [other.user_id])).status).toBe(400);
    expect((await direct(me, [other.user_id, t.owner.user_id])).status).toBe(200);
    expect((await direct(me, [me.user_id])).status).toBe(200);
    await setRealm(t, { direct_message_initiator_group: owners });
    expect((await direct(me, [other.user_id])).status).toBe(400);
    expect((await direct(t.owner, [me.user_id])).status).toBe(200);
    expect((await direct(me, [t.owner.user_id])).status).toBe(200);
  });

  it('is sent in the form that each queue requested', async () => {
    const types = { event_types: ['message'] };
    const plain = await openQueue(t, other, types);
    const html = await openQueue(t, other, {
      ...types,
      apply_markdown: true,
      client_gravatar: false,
    });
    const mine = await openQueue(t, me, types);
    const outsider = await openQueue(t, t.owner, { ...types, all_public_streams: true });
    await direct(me, [other.user_id], { queue_id: plain.id, local_id: '6.01' });
    await direct(me, [other.user_id], {
      content: '**hi**',
      queue_id: mine.id,
      local_id: '7.01',
      read_by_sender: true,
    });
    const received = await plain.events();
    expect(received[0]).not.toHaveProperty('local_message_id');
    expect(received.slice(1)).toMatchObject([
      { message: { content: '**hi**', content_type: 'text/x-markdown', avatar_url: null } },
    ]);
    const [, event] = (await html.events()) as { message: Record<string, unknown> }[];
    expect(event?.message).toMatchObject({
      content: '<p><strong>hi</strong></p>',
      content_type: 'text/html',
      type: 'private',
      display_recipient: [
        { id: me.user_id, email: me.email, full_name: me.full_name, is_mirror_dummy: false },
        { id: other.user_id },
      ],
    });
    expect(event?.message['avatar_url']).toMatch(/^https:/);
    expect(event).not.toHaveProperty('local_message_id');
    expect((await mine.events()).slice(1)).toMatchObject([
      { local_message_id: '7.01', flags: ['read'] },
    ]);
    expect(await outsider.events()).toEqual([]);
  });
});

describe('message events', () => {
  it('name the empty topic for queues that can’t show it', async () => {
    const types = { event_types: ['message'] };
    const old = await openQueue(t, other, types);
    const capabilities = { notification_settings_null: true, empty_topic_name: true };
    const modern = await openQueue(t, other, { ...types, client_capabilities: capabilities });
    await post(me, open.id, { topic: '' });
    expect(await old.events()).toMatchObject([{ message: { subject: 'general chat' } }]);
    expect(await modern.events()).toMatchObject([{ message: { subject: '' } }]);
  });

  it('are filtered by the queue’s narrow, and include all public channels on request', async () => {
    const queueOf = (params: Record<string, unknown>) =>
      openQueue(t, t.owner, { event_types: ['message'], all_public_streams: true, ...params });
    const all = await queueOf({});
    const there = await queueOf({ narrow: [['channel', open.name]] });
    const topic = await queueOf({ narrow: [['topic', 'PLANS']] });
    const elsewhere = await queueOf({ narrow: [['stream', 'general']] });
    const sender = await queueOf({
      narrow: [
        ['sender', me.email],
        ['is', 'dm'],
      ],
    });
    await post(me, open.id);
    expect(await all.events()).toHaveLength(1);
    expect(await there.events()).toHaveLength(1);
    expect(await topic.events()).toHaveLength(1);
    expect(await elsewhere.events()).toEqual([]);
    expect(await sender.events()).toEqual([]);
  });
});

describe('deleteMessage', () => {
  const remove = (account: AccountWithKey, id: unknown) =>
    t.call(account, 'DELETE', `/messages/${String(id)}`);

  it('lets senders delete their own messages within the limit', async () => {
    const { id } = (await post(me, open.id)).body as { id?: number };
    expect((await remove(other, id)).status).toBe(400);
    expect((await remove(me, id)).status).toBe(200);
    expect((await remove(me, id)).status).toBe(400);
    const late = (await post(me, open.id)).body['id'];
    t.clock.advance(621_000);
    expect((await remove(me, late)).status).toBe(400);
    expect((await remove(t.owner, late)).status).toBe(200);
  });

  it('follows the groups of organization and channel', async () => {
    const nobody = await groupId(t, 'role:nobody');
    await setRealm(t, { can_delete_own_message_group: nobody });
    const id = (await post(me, open.id)).body['id'];
    expect((await remove(me, id)).status).toBe(400);
    const settings = {
      can_delete_any_message_group: { direct_members: [other.user_id], direct_subgroups: [] },
    };
    await t.store.db.update(streams).set({ settings }).where(eq(streams.id, open.id));
    expect((await remove(other, id)).status).toBe(200);
  });

  it('notifies everyone who had it, one by one if clients don’t support lists', async () => {
    const types = { event_types: ['delete_message'] };
    const capabilities = { notification_settings_null: true, bulk_message_deletion: true };
    const old = await openQueue(t, other, types);
    const modern = await openQueue(t, me, { ...types, client_capabilities: capabilities });
    const outsider = await openQueue(t, t.owner, types);
    const id = (await post(me, open.id)).body['id'];
    await remove(me, id);
    const place = {
      type: 'delete_message',
      message_type: 'stream',
      stream_id: open.id,
      topic: 'plans',
    };
    expect(await old.events()).toEqual([{ ...place, message_id: id }]);
    expect(await modern.events()).toEqual([{ ...place, message_ids: [id] }]);
    expect(await outsider.events()).toEqual([]);
  });

  it('gives the same error for a missing message and a hidden one', async () => {
    const id = (await direct(me, [other.user_id])).body['id'];
    const hidden = await remove(t.owner, id);
    const missing = await remove(t.owner, 99_999_999_999);
    expect(hidden.status).toBe(400);
    expect(hidden.body).toEqual(missing.body);
  });
});
