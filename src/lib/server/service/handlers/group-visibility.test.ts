import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { addChannel, openQueue, setRealm } from '../../../../../tests/support/channels';
import { done, groupsOf, idsOf, people } from '../../../../../tests/support/groups';
import { withService } from '../../../../../tests/support/with-service';
import { users } from '../db/schema/users';
import type { AccountWithKey } from '../service';

const t = withService();
let g: ReturnType<typeof groupsOf>;
let anna: AccountWithKey;
let bert: AccountWithKey;
let guest: AccountWithKey;

beforeAll(async () => {
  g = groupsOf(t);
  anna = await t.addUser({ full_name: 'Anna' });
  bert = await t.addUser({ full_name: 'Bert' });
  guest = await t.addUser({ full_name: 'Guest', role: 600 });
});

interface Channel {
  readonly name: string;
  readonly invite_only: boolean;
}

const byName = (channels: readonly Channel[]) =>
  channels.toSorted((a, b) => a.name.localeCompare(b.name));

it('shows private channels to users who join a group, and hides them from those who leave', async () => {
  const inner = await g.create(t.owner);
  const outer = await g.create(t.owner, { subgroups: [inner] });
  const entered = await addChannel(t, {
    invite_only: true,
    settings: { can_subscribe_group: outer },
  });
  const old = await addChannel(t, {
    invite_only: true,
    is_archived: true,
    settings: { can_administer_channel_group: inner },
  });
  // Permission to post there doesn't make it visible.
  await addChannel(t, { invite_only: true, settings: { can_send_message_group: inner } });
  const capabilities = { notification_settings_null: true, archived_channels: true };
  const types = { event_types: ['stream'] };
  const all = { ...types, client_capabilities: capabilities };
  const [berts, older] = [await openQueue(t, bert, all), await openQueue(t, bert, types)];
  const [owners, guests] = [await openQueue(t, t.owner, all), await openQueue(t, guest, all)];

  expect(await g.changeMembers(t.owner, inner, { add: idsOf(bert, guest) })).toEqual(done);
  const state = await t.call(bert, 'POST', '/register', {
    fetch_event_types: ['stream'],
    client_capabilities: capabilities,
  });
  const streamEvents = (await berts.events()) as { op: string; streams: Channel[] }[];
  expect(streamEvents.map(({ op }) => op)).toEqual(['create', 'create']);
  const seen = (state.body['streams'] as Channel[]).filter((each) => each.invite_only);
  expect(byName(streamEvents.flatMap(({ streams }) => streams))).toEqual(byName(seen));
  expect(seen.map(({ name }) => name).toSorted()).toEqual([entered.name, old.name].toSorted());

  const nested = `${outer}/subgroups`;
  expect(await g.ask(t.owner, 'POST', nested, { delete: [inner] })).toEqual(done);
  expect(await g.ask(t.owner, 'POST', nested, { add: [inner] })).toEqual(done);
  expect(await g.changeMembers(t.owner, inner, { delete: idsOf(bert) })).toEqual(done);
  expect((await berts.events()).slice(2).map(({ op }) => op)).toEqual([
    'delete',
    'create',
    'delete',
    'delete',
  ]);
  expect(await older.events()).toMatchObject([
    { op: 'create', streams: [{ stream_id: entered.id }] },
    { op: 'delete', stream_ids: [entered.id] },
    { op: 'create', streams: [{ stream_id: entered.id }] },
    { op: 'delete', stream_ids: [entered.id] },
  ]);
  expect(await owners.events()).toEqual([]);
  expect(await guests.events()).toEqual([]);
});

it('leaves deactivated users out of settings, and includes them again on reactivation', async () => {
  const leaver = await t.addUser();
  const setting = people(anna, leaver);
  const id = await g.create(t.owner, { can_join_group: setting });
  const own = await g.create(leaver);
  const { id: stream_id } = await addChannel(t, { settings: { can_send_message_group: setting } });
  await setRealm(t, { can_create_groups: setting });
  const readEvents = async () => {
    const { body } = await t.call(t.owner, 'POST', '/register', {
      fetch_event_types: ['realm', 'stream'],
    });
    const channels = body['streams'] as Record<string, unknown>[];
    return [
      (await g.find(id)).can_join_group,
      (await g.find(own)).can_manage_group,
      channels.find((each) => each['stream_id'] === stream_id)!['can_send_message_group'],
      body['realm_can_create_groups'],
    ];
  };
  const active = (is_active: boolean) =>
    t.store.db.update(users).set({ is_active }).where(eq(users.id, leaver.user_id));
  expect(await readEvents()).toEqual([setting, people(leaver), setting, setting]);
  await active(false);
  expect(await readEvents()).toEqual([people(anna), people(), people(anna), people(anna)]);
  await active(true);
  expect(await readEvents()).toEqual([setting, people(leaver), setting, setting]);
});
