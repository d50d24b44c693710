import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { addChannel, groupId, openQueue, setRealm } from '../../../../../tests/support/channels';
import type { TestService } from '../../../../../tests/support/service';
import { withService } from '../../../../../tests/support/with-service';
import { streams, subscriptions } from '../db/schema/streams';
import { userTopics } from '../db/schema/user-topics';
import type { AccountWithKey } from '../service';

const t = withService();

const roles = { administrator: 200, member: 400, guest: 600, bot: 400 } as const;
const kinds = {
  'a public channel': {},
  'a private channel': { invite_only: true, history_public_to_subscribers: true },
  'a private channel with closed history': {
    invite_only: true,
    history_public_to_subscribers: false,
  },
  'a web-public channel': { is_web_public: true },
} as const;
const relations = ['in it', 'left it', 'was never in it'] as const;

interface Somebody {
  readonly who: string;
  readonly account: AccountWithKey;
}

const subscription = (user_id: number, stream_id: number) =>
  and(eq(subscriptions.user_id, user_id), eq(subscriptions.stream_id, stream_id));

async function leave({ user_id }: AccountWithKey, stream_id: number): Promise<void> {
  await t.store.db
    .update(subscriptions)
    .set({ active: false })
    .where(subscription(user_id, stream_id));
}

/** Adds one person for each combination of role and relation to the channel. */
async function addPeople(): Promise<Record<(typeof relations)[number], Somebody[]>> {
  const people = { 'in it': [], 'left it': [], 'was never in it': [] } as Record<
    (typeof relations)[number],
    Somebody[]
  >;
  for (const relation of relations) {
    for (const [name, role] of Object.entries(roles)) {
      const account = await t.addUser({ role, ...(name === 'bot' && { is_bot: true }) });
      people[relation].push({ who: `${name} who ${relation}`, account });
    }
  }
  return people;
}

async function send(to: number, content: string, topic = 'secret'): Promise<number> {
  const { body } = await t.call(t.owner, 'POST', '/messages', {
    type: 'stream',
    to,
    topic,
    content,
  });
  expect(body.msg).toBe('');
  return body['id'] as number;
}

/** Whether an event, or a piece of state, contains the message. */
const speaksOf = (value: unknown, id: number): boolean =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).some(
        ([key, each]) =>
          (/^(message_id|id)$/.test(key) && each === id) ||
          (/message_ids$|^messages$|^starred_messages$|^mentions$/.test(key) &&
            Array.isArray(each) &&
            each.includes(id)) ||
          speaksOf(each, id),
      )
    : false;

describe.each(Object.entries(kinds))('%s', (_name, values) => {
  it('sends events about a message only to those who can see it now', async () => {
    const people = await addPeople();
    const everybody = Object.values(people).flat();
    const received = [...people['in it'], ...people['left it']].map(({ account }) => account);
    const { id: to } = await addChannel(t, values, [t.owner, ...received]);
    // Each message links a file of someone who has left by then, and mentions everyone.
    const file = new FormData();
    file.set('file', new File(['x'], 'x.txt'));
    const leaver = people['left it'][1]!.account;
    const { body: uploaded } = await t.call(leaver, 'POST', '/user_uploads', file);
    const linked = `@**all** [x](${String(uploaded['uri'])})`;
    const own = await t.call(leaver, 'POST', '/messages', {
      type: 'stream',
      to,
      topic: 'secret',
      content: linked,
    });
    expect(own.body.result).toBe('success');
    const id = await send(to, linked);
    for (const { account } of people['left it']) {
      const star = { messages: [id], op: 'add', flag: 'starred' };
      expect((await t.call(account, 'POST', '/messages/flags', star)).status).toBe(200);
      await leave(account, to);
    }
    const queues = new Map<Somebody, Awaited<ReturnType<typeof openQueue>>>();
    for (const one of everybody) {
      queues.set(one, await openQueue(t, one.account, {}));
    }
    const sees = new Map<Somebody, boolean>();
    for (const one of everybody) {
      const { status } = await t.call(one.account, 'GET', `/messages/${id}`);
      sees.set(one, status === 200);

      // The state that `register` returns.
      const wanted = ['message', 'update_message_flags', 'starred_messages'];
      const { body } = await t.call(one.account, 'POST', '/register', {
        fetch_event_types: wanted,
        event_types: [],
      });
      const { unread_msgs, starred_messages } = body;
      if (status !== 200) {
        expect(speaksOf({ unread_msgs, starred_messages }, id), one.who).toBe(false);
        const change = { messages: [id], op: 'add', flag: 'collapsed' };
        const reply = await t.call(one.account, 'POST', '/messages/flags', change);
        expect(reply.status, one.who).toBe(400);
        const mine = await t.call(one.account, 'GET', '/attachments');
        expect(speaksOf(mine.body['attachments'], id), one.who).toBe(false);
      } else if (people['in it'].includes(one)) {
        expect(speaksOf({ unread_msgs }, id), one.who).toBe(true);
      }
    }
    const count = (unread: unknown) => (unread as { count: number }).count;
    for (const { who, account } of people['left it']) {
      const { body } = await t.call(account, 'POST', '/register', {
        fetch_event_types: ['message', 'update_message_flags'],
      });
      if (!sees.get(everybody.find((one) => one.account === account)!)) {
        expect(count(body['unread_msgs']), who).toBe(0);
      }
    }

    const ways: [string, string, Record<string, unknown>][] = [
      ['PATCH', `/messages/${id}`, { content: `changed ${linked}` }],
      ['POST', `/messages/${id}/reactions`, { emoji_name: 'tada' }],
      ['DELETE', `/messages/${id}/reactions`, { emoji_name: 'tada' }],
      ['POST', `/messages/${id}/typing`, { op: 'start' }],
      ['PATCH', `/messages/${id}`, { topic: 'another', propagate_mode: 'change_one' }],
      ['DELETE', `/messages/${id}`, {}],
    ];
    for (const [method, path, params] of ways) {
      const reply = await t.call(t.owner, method, path, params);
      expect(reply.body.msg, `${method} ${path}`).toBe('');
    }
    for (const [one, queue] of queues) {
      const events = (await queue.events()).filter((event) => speaksOf(event, id));
      const types = new Set(events.map(({ type }) => type));
      if (!sees.get(one)) expect([...types], one.who).toEqual([]);
      else if (people['in it'].includes(one)) {
        expect([...types], one.who).toEqual(
          expect.arrayContaining(['update_message', 'reaction', 'delete_message']),
        );
      }
    }
  }, 60_000);
});

describe('a message that moves into a private channel', () => {
  it('is deleted for queues of all public channels, except for its subscribers', async () => {
    const { id: from } = await addChannel(t, {}, [t.owner]);
    const inside = await t.addUser();
    const outside = await t.addUser();
    const { id: to } = await addChannel(t, { invite_only: true }, [t.owner, inside]);
    const id = await send(from, 'on the move');
    const follower = await openQueue(t, outside, {
      all_public_streams: true,
      client_capabilities: { notification_settings_null: true, bulk_message_deletion: true },
    });
    const both = await openQueue(t, inside, { all_public_streams: true });
    const moved = await t.call(t.owner, 'PATCH', `/messages/${id}`, { stream_id: to });
    expect(moved.body.msg).toBe('');
    const gone = (await follower.events()).filter(({ type }) => type === 'delete_message');
    expect(gone).toMatchObject([{ type: 'delete_message', message_ids: [id], stream_id: from }]);
    const types = (await both.events()).map(({ type }) => type);
    expect(types).not.toContain('delete_message');
  });

  it.each([
    ['into a public one', { invite_only: true }, {}, 400],
    ['into another private one', { invite_only: true }, { invite_only: true }, 400],
    ['out of a public one, to a guest', {}, { invite_only: true }, 600],
  ])(
    'hides its old channel’s name from users who can’t see it, %s',
    async (_how, old, now, role) => {
      const { id: from, name } = await addChannel(t, old, [t.owner]);
      const stranger = await t.addUser({ role });
      const insider = await t.addUser();
      const { id: to } = await addChannel(t, now, [t.owner, stranger, insider]);
      await t.store.db
        .insert(subscriptions)
        .values({ stream_id: from, user_id: insider.user_id, color: '#000000' });
      const id = await send(from, 'x', 'plans');
      const queues = [await openQueue(t, stranger), await openQueue(t, insider)] as const;
      const moved = await t.call(t.owner, 'PATCH', `/messages/${id}`, { stream_id: to });
      expect(moved.body.msg).toBe('');
      const events = await queues[0].events();
      expect(events.filter(({ type }) => type === 'message')).toHaveLength(1);
      expect(events.filter(({ type }) => type === 'update_message')).toHaveLength(1);
      expect(JSON.stringify(events)).not.toContain(name);
      const updateEvents = (await queues[1].events()).filter(
        ({ type }) => type === 'update_message',
      );
      expect(updateEvents).toMatchObject([{ stream_id: from, stream_name: name }]);
    },
  );

  it('hides its new channel’s name from users who can’t see it', async () => {
    const { id: from } = await addChannel(t, {}, [t.owner]);
    const { id: to, name } = await addChannel(t, { invite_only: true }, [t.owner]);
    const outside = await t.addUser();
    const queue = await openQueue(t, outside, { all_public_streams: true });
    const id = await send(from, 'x', 'plans');
    const change = { stream_id: to, send_notification_to_old_thread: true };
    expect((await t.call(t.owner, 'PATCH', `/messages/${id}`, change)).body.msg).toBe('');
    const events = await queue.events();
    expect(JSON.stringify(events)).toContain('another channel');
    expect(JSON.stringify(events)).not.toContain(name);
  });

  it('moves the topic’s policy only for users who can read it there', async () => {
    const { id: from } = await addChannel(t, {}, [t.owner]);
    const outside = await t.addUser();
    const { id: to } = await addChannel(t, { invite_only: true }, [t.owner]);
    const id = await send(from, 'x', 'plans');
    await t.call(outside, 'POST', '/user_topics', {
      stream_id: from,
      topic: 'plans',
      visibility_policy: 3,
    });
    const queue = await openQueue(t, outside);
    await t.call(t.owner, 'PATCH', `/messages/${id}`, { stream_id: to, topic: 'merger' });
    expect(JSON.stringify(await queue.events())).not.toContain('merger');
    const kept = await t.store.db
      .select()
      .from(userTopics)
      .where(eq(userTopics.user_id, outside.user_id));
    expect(kept).toEqual([]);
  });
});

describe('a private channel', () => {
  it('reveals nothing to a bot through its owner’s access', async () => {
    const boss = await t.addUser({ role: 200 });
    const bot = await t.addUser({ is_bot: true, bot_type: 1, bot_owner_id: boss.user_id });
    const { id, name } = await addChannel(t, { invite_only: true }, [t.owner]);
    const unknown = { type: 'stream', topic: 'x', content: 'x' };
    for (const [path, where] of [
      ['/messages', { to: id }],
      ['/messages', { to: name }],
      ['/scheduled_messages', { to: id, scheduled_delivery_timestamp: 4_000_000_000 }],
      ['/typing', { type: 'stream', stream_id: id, op: 'start' }],
    ] as const) {
      const { body } = await t.call(bot, 'POST', path, { ...unknown, ...where });
      expect(body.code, path).toBe('STREAM_DOES_NOT_EXIST');
      if (!('to' in where) || where.to !== name) expect(body.msg).not.toContain(name);
    }
    await t.store.db.update(streams).set({ is_archived: true }).where(eq(streams.id, id));
    const { body } = await t.call(bot, 'POST', '/messages', { ...unknown, to: id });
    expect(body.msg).not.toContain(name);
  });

  it('lets a bot post where its owner can post', async () => {
    const boss = await t.addUser();
    const bot = await t.addUser({ is_bot: true, bot_type: 1, bot_owner_id: boss.user_id });
    const { id } = await addChannel(t, { invite_only: true }, [boss]);
    const message = { type: 'stream', to: id, topic: 'x', content: 'x' };
    expect((await t.call(bot, 'POST', '/messages', message)).status).toBe(200);
  });

  it('can’t be found by name by unmuting a topic, and isn’t listed after leaving it', async () => {
    const person = await t.addUser();
    const { id, name } = await addChannel(t, { invite_only: true }, [t.owner]);
    const mute = { stream: name, topic: 'x', op: 'remove' };
    const unknown = await t.call(person, 'PATCH', '/users/me/subscriptions/muted_topics', {
      ...mute,
      stream: 'no such channel',
    });
    const hidden = await t.call(person, 'PATCH', '/users/me/subscriptions/muted_topics', mute);
    expect(hidden.body).toEqual(unknown.body);

    await t.store.db
      .insert(subscriptions)
      .values({ stream_id: id, user_id: person.user_id, color: '#000000' });
    const muted = { stream_id: id, topic: 'x', visibility_policy: 1 };
    expect((await t.call(person, 'POST', '/user_topics', muted)).status).toBe(200);
    await leave(person, id);
    const { body } = await t.call(person, 'POST', '/register', {
      fetch_event_types: ['muted_topics'],
    });
    expect(body['muted_topics']).toEqual([]);
    expect(
      (await t.call(person, 'POST', '/user_topics', { ...muted, visibility_policy: 0 })).status,
    ).toBe(200);
  });
});

describe('a hidden email address', () => {
  it('gives the same response as an unused address, in every request', async () => {
    const everyone = await groupId(t, 'role:everyone');
    await setRealm(t, { can_access_all_users_group: everyone });
    const hider = await t.addUser({ settings: { email_address_visibility: 4 } });
    const viewers = [
      await t.addUser(),
      await t.addUser({ role: 600 }),
      await t.addUser({ role: 200 }),
    ];
    const due = 4_000_000_000;
    const narrow = (operator: string, operand: unknown) => ({
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow: [{ operator, operand }],
    });
    const ways = (email: string): [string, string, Record<string, unknown>][] => [
      ['GET', '/messages', narrow('sender', email)],
      ['GET', '/messages', narrow('dm', email)],
      ['GET', '/messages', narrow('dm', [email])],
      ['GET', '/messages', narrow('dm-including', email)],
      ['GET', '/messages', { ...narrow('pm-with', email) }],
      ['GET', '/messages/matches_narrow', { msg_ids: [1], narrow: narrow('from', email).narrow }],
      ['POST', '/messages', { type: 'direct', to: [email], content: 'x' }],
      ['POST', '/messages', { type: 'private', to: email, content: 'x' }],
      ['GET', `/users/${email}`, {}],
      [
        'POST',
        '/scheduled_messages',
        {
          type: 'direct',
          to: [email],
          content: 'x',
          scheduled_delivery_timestamp: due,
        },
      ],
      ['POST', '/typing', { type: 'direct', to: [email], op: 'start' }],
      ['POST', '/drafts', { drafts: [{ type: 'private', to: [email], topic: '', content: 'x' }] }],
    ];
    for (const viewer of viewers) {
      const free = 'nobody@example.org';
      for (const [index, [method, path, params]] of ways(hider.email).entries()) {
        const hidden = await t.call(viewer, method, path, params);
        const [, otherPath, otherParams] = ways(free)[index]!;
        const unknown = await t.call(viewer, method, otherPath, otherParams);
        const text = (body: unknown) => JSON.stringify(body).replaceAll(hider.email, free);
        expect(`${hidden.status} ${text(hidden.body)}`, `${method} ${path}`).toBe(
          `${unknown.status} ${text(unknown.body)}`,
        );
      }
    }
    const self = { type: 'direct', to: [hider.email], content: 'note' };
    expect((await t.call(hider, 'POST', '/messages', self)).status).toBe(200);
  });

  it('can’t be guessed from the profile picture', async () => {
    const viewer = await t.addUser();
    const picture = async (values: Parameters<TestService['addUser']>[0]) => {
      const { user_id } = await t.addUser(values);
      const { body } = await t.call(viewer, 'GET', `/users/${user_id}`, { client_gravatar: false });
      return (body['user'] as { avatar_url: string }).avatar_url.split('?')[0];
    };
    const { createHash } = await import('node:crypto');
    const hash = (email: string) => createHash('md5').update(email).digest('hex');
    expect(await picture({ delivery_email: 'open@example.org' })).toContain(
      hash('open@example.org'),
    );
    const hidden = { email_address_visibility: 4 };
    expect(await picture({ delivery_email: 'shut@example.org', settings: hidden })).not.toContain(
      hash('shut@example.org'),
    );
  });
});
