import { beforeAll, expect, it } from 'vitest';
import { addChannel, groupId, openQueue } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import type { AccountWithKey } from '../service';

/** Data that clients removed when a user was deactivated is sent again on reactivation. */

const t = withService();
let member: AccountWithKey;
let person: AccountWithKey;
beforeAll(async () => {
  member = await t.addUser();
  person = await t.addUser();
});

const activity = (action: 'deactivate' | 'reactivate') =>
  action === 'deactivate'
    ? t.call(t.owner, 'DELETE', `/users/${person.user_id}`)
    : t.call(t.owner, 'POST', `/users/${person.user_id}/reactivate`);

it('sends the values of all settings that include them', async () => {
  const named = { direct_members: [member.user_id, person.user_id], direct_subgroups: [] };
  const everyone = await groupId(t, 'role:members');
  const made = await addChannel(t, { creator_id: person.user_id }, [member]);
  const secret = await addChannel(
    t,
    { invite_only: true, settings: { can_send_message_group: named } },
    [member],
  );
  const archived = await addChannel(t, {
    is_archived: true,
    settings: { can_send_message_group: named },
  });
  await addChannel(t, { settings: { can_send_message_group: everyone } }, [member]);
  const group = { name: 'Readers', description: '', members: [member.user_id] };
  const { body } = await t.call(person, 'POST', '/user_groups/create', {
    ...group,
    can_mention_group: named,
  });
  const group_id = body['group_id'] as number;
  const realm = { can_create_groups: { new: named, old: everyone } };
  expect(await t.call(t.owner, 'PATCH', '/realm', realm)).toMatchObject({ status: 200 });

  expect((await activity('deactivate')).status).toBe(200);
  const queues = [
    await openQueue(t, member, {
      client_capabilities: { notification_settings_null: true, archived_channels: true },
    }),
    await openQueue(t, member),
    await openQueue(t, await t.addUser({ role: 600 })),
  ];
  expect((await activity('reactivate')).status).toBe(200);
  const eventLists = await Promise.all(
    queues.map(async (queue) =>
      (await queue.events()).flatMap((event) => {
        const { type, op, stream_id, property, value, data, group_id: id } = event;
        if (type === 'stream' && op === 'update') return [[stream_id, property, value]];
        if (type === 'user_group' && op === 'update') return [[id, data]];
        return type === 'realm' ? [data] : [];
      }),
    ),
  );
  const alone = { direct_members: [person.user_id], direct_subgroups: [] };
  const groupData = (eventLists[0] ?? []).find((one) => Array.isArray(one) && one[0] === group_id);
  const ofAll = [{ can_create_groups: named }, groupData];
  const send = 'can_send_message_group';
  const ofMember = [
    ...ofAll,
    [made.id, 'can_administer_channel_group', alone],
    [secret.id, send, named],
  ];
  expect(groupData).toEqual([
    group_id,
    { can_manage_group: alone, can_mention_group: named, can_add_members_group: alone },
  ]);
  expect(eventLists).toEqual([[...ofMember, [archived.id, send, named]], ofMember, ofAll]);
});

it('sends their status and last presence, which were removed with them', async () => {
  await t.call(person, 'POST', '/users/me/presence', { status: 'active' });
  await t.call(person, 'POST', '/users/me/status', { status_text: 'at sea' });
  const state = async () => {
    const params = { fetch_event_types: ['presence', 'user_status'], slim_presence: true };
    const { body } = await t.call(member, 'POST', '/register', params);
    const of = (key: string) => (body[key] as Record<string, unknown>)[String(person.user_id)];
    return { status: of('user_status'), presence: of('presences') };
  };
  const before = await state();
  await activity('deactivate');
  expect(await state()).toEqual({ status: undefined, presence: undefined });
  const queue = await openQueue(t, member, {
    event_types: ['presence', 'user_status'],
    slim_presence: true,
    client_capabilities: { notification_settings_null: true, simplified_presence_events: true },
  });
  await activity('reactivate');
  expect(await state()).toEqual(before);
  const { user_id } = person;
  expect(await queue.events()).toEqual([
    { type: 'user_status', user_id, status_text: 'at sea' },
    { type: 'presence', presences: { [user_id]: before.presence } },
  ]);
});

it('includes archived channels, for clients that support them', async () => {
  const { id } = await addChannel(t, { is_archived: true }, [member, person]);
  const archived = { notification_settings_null: true, archived_channels: true };
  const queues = [
    await openQueue(t, member, { client_capabilities: archived }),
    await openQueue(t, member),
  ];
  await activity('deactivate');
  await activity('reactivate');
  const eventLists = await Promise.all(
    queues.map(async (queue) =>
      (await queue.events()).flatMap(({ op, stream_ids }) =>
        ['peer_add', 'peer_remove'].includes(String(op)) && (stream_ids as number[]).includes(id)
          ? [op]
          : [],
      ),
    ),
  );
  expect(eventLists).toEqual([['peer_remove', 'peer_add'], []]);
});
