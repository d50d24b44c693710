import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addChannel, groupId, openQueue, setRealm } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import type { AccountWithKey } from '../service';

/**
 * If guests can't see everyone, they get events when people become visible or stop being visible.
 */

const t = withService();
let guest: AccountWithKey;
let ada: AccountWithKey;
let ben: AccountWithKey;
let queue: Awaited<ReturnType<typeof openQueue>>;

const limit = async (name: string) =>
  setRealm(t, { can_access_all_users_group: await groupId(t, name) });
beforeEach(async () => {
  await limit('role:members');
  guest = await t.addUser({ role: 600, full_name: 'Gast' });
  ada = await t.addUser({ full_name: 'Ada' });
  ben = await t.addUser({ full_name: 'Ben' });
  queue = await openQueue(t, guest, { event_types: ['realm_user', 'subscription', 'message'] });
});

const subscribe = (name: string, people: readonly AccountWithKey[], by = t.owner) =>
  t.call(by, 'POST', '/users/me/subscriptions', {
    subscriptions: [{ name }],
    principals: people.map(({ user_id }) => user_id),
  });
const leave = (name: string, people: readonly AccountWithKey[]) =>
  t.call(t.owner, 'DELETE', '/users/me/subscriptions', {
    subscriptions: [name],
    principals: people.map(({ user_id }) => user_id),
  });
const write = (by: AccountWithKey, to: readonly AccountWithKey[]) =>
  t.call(by, 'POST', '/messages', {
    type: 'direct',
    content: 'hello',
    to: to.map(({ user_id }) => user_id),
  });

/** Ids of the users in a guest's fresh registration. */
async function known(by = guest): Promise<number[]> {
  const { body } = await t.call(by, 'POST', '/register', {
    fetch_event_types: ['realm_user'],
    event_types: [],
    client_capabilities: { user_list_incomplete: true, notification_settings_null: true },
  });
  return (body['realm_users'] as { user_id: number }[]).map(({ user_id }) => user_id).sort();
}

/**
 * The guest's events: `+` for users who appeared, `-` for those who vanished, and the type of
 * others.
 */
async function eventTexts(of = queue): Promise<string[]> {
  return (await of.events()).map(({ type, op, person }) => {
    if (type !== 'realm_user') return String(op ?? type);
    const { full_name, user_id } = person as { full_name: string; user_id: number };
    const names = new Map([ada, ben, guest, t.owner].map((one) => [one.user_id, one.full_name]));
    expect(full_name).toBe(op === 'remove' ? 'Unknown user' : names.get(user_id));
    return `${op === 'remove' ? '-' : '+'}${names.get(user_id)}`;
  });
}

describe('a guest gets events about people', () => {
  it('in a channel that the guest joins, before its subscribers are sent', async () => {
    const { name } = await addChannel(t, {}, [ada, ben]);
    expect(await known()).toEqual([guest.user_id]);
    await subscribe(name, [guest]);
    const events = await eventTexts();
    expect(events.slice(0, 2).sort()).toEqual(['+Ada', '+Ben']);
    expect(events.slice(2)).toContain('add');
    expect(await known()).toEqual([guest.user_id, ada.user_id, ben.user_id]);
  });

  it('who join the guest’s channel, with profile and address as a guest can see them', async () => {
    const { name } = await addChannel(t, {}, [guest]);
    const hidden = { email_address_visibility: 3 };
    const shy = await t.addUser({ full_name: 'Shy', settings: hidden });
    await subscribe(name, [shy]);
    const [event, ...more] = await queue.events();
    expect(event).toMatchObject({
      type: 'realm_user',
      op: 'add',
      person: {
        user_id: shy.user_id,
        full_name: 'Shy',
        delivery_email: null,
        profile_data: {},
        email: `user${shy.user_id}@localhost`,
      },
    });
    expect(more).toMatchObject([{ type: 'subscription', op: 'peer_add' }]);
  });

  it('who write to them, before the message, and about others in that conversation', async () => {
    await write(ada, [guest, ben]);
    expect(await eventTexts()).toEqual(['+Ada', '+Ben', 'message']);
    await write(ada, [guest]);
    await write(guest, [ada]);
    expect((await eventTexts()).slice(3)).toEqual(['message', 'message']);
  });

  it('in a new channel that someone adds them to', async () => {
    const name = `new ${guest.user_id}`;
    await t.call(t.owner, 'POST', '/channels/create', {
      name,
      subscribers: [guest.user_id, ada.user_id],
    });
    expect((await eventTexts()).filter((each) => /^[+-]/.test(each))).toEqual(['+Ada']);
  });

  it('once, and not about people they already know', async () => {
    const [first, second] = [await addChannel(t, {}, [guest]), await addChannel(t, {}, [guest])];
    await subscribe(first.name, [ada]);
    await subscribe(second.name, [ada]);
    await write(ada, [guest]);
    expect((await eventTexts()).filter((each) => each.startsWith('+'))).toEqual(['+Ada']);
  });
});

it('a guest who names people they can’t see gets the same error as for unknown ids', async () => {
  const { name } = await addChannel(t, {}, [guest]);
  const ask = async (method: string, user_id: number) => {
    const subscriptions = method === 'POST' ? [{ name }] : [name];
    const params = { subscriptions, principals: [user_id] };
    return (await t.call(guest, method, '/users/me/subscriptions', params)).body.msg;
  };
  for (const method of ['POST', 'DELETE']) {
    expect(await ask(method, 999_999)).toBe('Invalid user ID: 999999');
    expect(await ask(method, ada.user_id)).toBe(`Invalid user ID: ${ada.user_id}`);
  }
});

describe('a guest gets events when people vanish', () => {
  it('because they leave the only channel that both are in', async () => {
    const { name } = await addChannel(t, {}, [guest, ada, ben]);
    await leave(name, [ada]);
    expect(await eventTexts()).toEqual(['peer_remove', '-Ada']);
    expect(await known()).toEqual([guest.user_id, ben.user_id]);
  });

  it('because the guest leaves', async () => {
    const { name } = await addChannel(t, {}, [guest, ada, ben]);
    await leave(name, [guest]);
    expect((await eventTexts()).slice(-2).sort()).toEqual(['-Ada', '-Ben']);
    expect(await known()).toEqual([guest.user_id]);
  });

  it('because both leave at the same time', async () => {
    const { name } = await addChannel(t, {}, [guest, ada, ben]);
    await leave(name, [guest, ada]);
    expect((await eventTexts()).slice(-2).sort()).toEqual(['-Ada', '-Ben']);
  });

  it('but not while they share another channel, or have written to each other', async () => {
    const { name } = await addChannel(t, {}, [guest, ada, ben]);
    await addChannel(t, {}, [guest, ada]);
    await write(ben, [guest]);
    await leave(name, [ada, ben]);
    expect((await eventTexts()).filter((each) => each.startsWith('-'))).toEqual([]);
    expect(await known()).toEqual([guest.user_id, ada.user_id, ben.user_id]);
  });
});

it('members get no such events, because they see everyone', async () => {
  const { name } = await addChannel(t, {}, [guest]);
  const theirs = await openQueue(t, ben, { event_types: ['realm_user'] });
  await subscribe(name, [ada, ben]);
  await leave(name, [ben]);
  expect(await theirs.events()).toEqual([]);
});

it('guests get no such events if they see everyone', async () => {
  await limit('role:everyone');
  const { name } = await addChannel(t, {}, [guest]);
  await subscribe(name, [ada]);
  await leave(name, [ada]);
  await write(ben, [guest]);
  expect(await eventTexts()).toEqual(['peer_add', 'peer_remove', 'message']);
});

describe('when all people appear or vanish, queues end so that clients register again', () => {
  const ended = async (account: AccountWithKey, { id }: { id: string }) =>
    (
      await t.call(account, 'GET', '/events', {
        queue_id: id,
        last_event_id: -1,
        dont_block: true,
      })
    ).body.code === 'BAD_EVENT_QUEUE_ID';

  it.each(['role:everyone', 'role:members'])(
    'for guests when the setting becomes %s',
    async (name) => {
      const other = name === 'role:everyone' ? 'role:members' : 'role:everyone';
      await limit(other);
      const theirs = await openQueue(t, ada);
      const value = { new: await groupId(t, name) };
      const { body } = await t.call(t.owner, 'PATCH', '/realm', {
        can_access_all_users_group: value,
      });
      expect(body).toEqual({ result: 'success', msg: '' });
      expect([await ended(guest, queue), await ended(ada, theirs)]).toEqual([true, false]);
      expect((await known()).includes(ada.user_id)).toBe(name === 'role:everyone');
    },
  );

  it('but a queue created at the same time may already have the new state', async () => {
    await limit('role:everyone');
    await known();
    const value = { new: await groupId(t, 'role:members') };
    const [, { body }] = await Promise.all([
      t.call(t.owner, 'PATCH', '/realm', { can_access_all_users_group: value }),
      t.call(guest, 'POST', '/register', {
        fetch_event_types: ['realm_user'],
        client_capabilities: { user_list_incomplete: true, notification_settings_null: true },
      }),
    ]);
    if (await ended(guest, { id: body.queue_id })) return;
    expect(body['realm_users']).toMatchObject([{ user_id: guest.user_id }]);
  });

  describe('if more people change than are announced one by one', () => {
    let crowd: AccountWithKey[];
    beforeAll(async () => {
      const people = Array.from({ length: 101 }, () => t.addUser());
      crowd = await Promise.all(people);
    });
    /** Opens queues for these guests first, then makes the change. */
    const after = async (change: () => Promise<unknown>, guests: readonly AccountWithKey[]) => {
      const queues = await Promise.all(guests.map((one) => openQueue(t, one)));
      await change();
      return Promise.all(guests.map(async (one, i) => !(await ended(one, queues[i]!))));
    };

    it('for a guest who joins or leaves their channel, and for no one else', async () => {
      const other = await t.addUser({ role: 600 });
      const { name } = await addChannel(t, {}, [other, ...crowd.slice(0, 99)]);
      expect(await after(() => subscribe(name, [guest]), [guest, other])).toEqual([true, true]);
      expect(await after(() => leave(name, [guest]), [guest, other])).toEqual([true, true]);
      await subscribe(name, crowd.slice(99));
      expect(await after(() => subscribe(name, [guest]), [guest, other])).toEqual([false, true]);
      expect(await known()).toHaveLength(103);
      expect(await after(() => leave(name, [guest]), [guest, other])).toEqual([false, true]);
      expect(await known()).toEqual([guest.user_id]);
    });

    it('for guests whose channel they join or leave', async () => {
      const { name } = await addChannel(t, {}, [guest]);
      const others = async (change: () => Promise<unknown>) => after(change, [guest, ben]);
      expect(await others(() => subscribe(name, crowd.slice(1)))).toEqual([true, true]);
      expect((await queue.events()).filter(({ type }) => type === 'realm_user')).toHaveLength(100);
      expect(await others(() => leave(name, crowd.slice(1)))).toEqual([true, true]);
      expect(await others(() => subscribe(name, crowd))).toEqual([false, true]);
      expect(await others(() => leave(name, crowd))).toEqual([false, true]);
    });
  });

  it('for a user who becomes a guest, or stops being one', async () => {
    const [mine, theirs] = [await openQueue(t, ada), await openQueue(t, ben)];
    await t.call(t.owner, 'PATCH', `/users/${ada.user_id}`, { role: 600 });
    await t.call(t.owner, 'PATCH', `/users/${guest.user_id}`, { role: 400 });
    await t.call(t.owner, 'PATCH', `/users/${ben.user_id}`, { role: 300 });
    const queues = [await ended(ada, mine), await ended(guest, queue), await ended(ben, theirs)];
    expect(queues).toEqual([true, true, false]);
  });
});
