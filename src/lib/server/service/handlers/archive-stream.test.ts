import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { addChannel, openQueue, setRealm } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import { messages } from '../db/schema/messages';
import { streams } from '../db/schema/streams';
import type { AccountWithKey } from '../service';

const t = withService();
let administrator: AccountWithKey;
let member: AccountWithKey;
let open: { id: number; name: string };

beforeAll(async () => {
  administrator = await t.addUser({ role: 200 });
  member = await t.addUser();
});
beforeEach(async () => {
  open = await addChannel(t, {}, [member]);
});

const archive = (account: AccountWithKey, id = open.id) =>
  t.call(account, 'DELETE', `/streams/${id}`);
const write = () =>
  t.call(member, 'POST', '/messages', { type: 'stream', to: open.id, topic: 'x', content: 'x' });

it('is for administrators and channel administrators', async () => {
  expect((await archive(member)).body).toMatchObject({ code: 'BAD_REQUEST' });
  expect((await write()).status).toBe(200);
  expect((await archive(administrator)).body).toEqual({ result: 'success', msg: '' });
  expect((await write()).body).toMatchObject({ code: 'BAD_REQUEST' });
  expect((await archive(administrator)).status).toBe(400);
  const settings = {
    can_administer_channel_group: { direct_members: [member.user_id], direct_subgroups: [] },
  };
  const own = await addChannel(t, { settings });
  expect((await archive(member, own.id)).status).toBe(200);
});

it('gives the same answer for a missing and a hidden channel', async () => {
  const hidden = await addChannel(t, { invite_only: true });
  const answers = [];
  for (const id of [hidden.id, 999_999, 9_999_999_999])
    answers.push((await archive(member, id)).body);
  expect(answers[0]).toMatchObject({ code: 'BAD_REQUEST' });
  expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
  expect((await archive(administrator, hidden.id)).status).toBe(200);
});

it('sends each client the form it supports, and posts a notice', async () => {
  const modern = await openQueue(t, member, {
    event_types: ['stream'],
    client_capabilities: { notification_settings_null: true, archived_channels: true },
  });
  const old = await openQueue(t, member, { event_types: ['stream'] });
  await archive(administrator);
  const property = { property: 'is_archived', value: true };
  expect(await modern.events()).toContainEqual({
    type: 'stream',
    op: 'update',
    stream_id: open.id,
    name: open.name,
    ...property,
  });
  expect((await old.events()).at(-1)).toEqual({
    type: 'stream',
    op: 'delete',
    streams: [{ stream_id: open.id }],
    stream_ids: [open.id],
  });
  const notes = await t.store.db.select().from(messages).where(eq(messages.stream_id, open.id));
  expect(notes).toMatchObject([{ topic: 'channel events' }]);
  expect(notes[0]!.content).toContain(administrator.full_name);
});

it('removes the channel from settings that refer to it', async () => {
  const named = {
    new_stream_announcements_stream_id: open.id,
    signup_announcements_stream_id: open.id,
  };
  const other = await addChannel(t);
  await setRealm(t, { ...named, zulip_update_announcements_stream_id: other.id });
  const queue = await openQueue(t, member, { event_types: ['realm'] });
  await archive(administrator);
  const { body } = await t.call(member, 'POST', '/register', { fetch_event_types: ['realm'] });
  expect(body).toMatchObject({
    realm_new_stream_announcements_stream_id: -1,
    realm_signup_announcements_stream_id: -1,
    realm_zulip_update_announcements_stream_id: other.id,
  });
  const events = await queue.events();
  expect(events).toHaveLength(2);
  for (const property of Object.keys(named)) {
    expect(events).toContainEqual({ type: 'realm', op: 'update', property, value: -1 });
  }
  await setRealm(t, {});
});

it('removes the channel from the default channels', async () => {
  const queue = await openQueue(t, member, { event_types: ['default_streams'] });
  await t.store.db.update(streams).set({ is_default: true }).where(eq(streams.id, open.id));
  await archive(administrator);
  const [event] = await queue.events();
  expect(event).toMatchObject({ type: 'default_streams' });
  expect(event!['default_streams']).not.toContain(open.id);
});
