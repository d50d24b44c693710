import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { addChannel, openQueue } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import { streams } from '../db/schema/streams';
import type { AccountWithKey } from '../service';

const t = withService();
let administrator: AccountWithKey;
let member: AccountWithKey;
let guest: AccountWithKey;
let open: { id: number; name: string };

beforeAll(async () => {
  administrator = await t.addUser({ role: 200 });
  member = await t.addUser();
  guest = await t.addUser({ role: 600 });
});
beforeEach(async () => {
  await t.store.db.update(streams).set({ is_default: false });
  open = await addChannel(t);
});

const set = (method: 'POST' | 'DELETE', stream_id: unknown, account = administrator) =>
  t.call(account, method, '/default_streams', { stream_id });
const defaults = async (account = member) => {
  const fetch_event_types = ['default_streams'];
  const { body } = await t.call(account, 'POST', '/register', { fetch_event_types });
  return body['realm_default_streams'];
};

it('adds and removes default channels, and notifies everyone but guests', async () => {
  const second = await addChannel(t);
  const ones = [member, guest];
  const queues = await Promise.all(
    ones.map((account) => openQueue(t, account, { event_types: ['default_streams'] })),
  );
  for (const id of [second.id, open.id, open.id]) {
    expect((await set('POST', id)).body).toEqual({ result: 'success', msg: '' });
  }
  expect(await defaults()).toEqual([open.id, second.id]);
  expect(await defaults(guest)).toEqual([]);
  for (const id of [second.id, second.id]) expect((await set('DELETE', id)).status).toBe(200);
  expect(await defaults()).toEqual([open.id]);
  const lists = [[second.id], [open.id, second.id], [open.id]];
  expect(await Promise.all(queues.map((queue) => queue.events()))).toEqual([
    lists.map((default_streams) => ({ type: 'default_streams', default_streams })),
    [],
  ]);
  const { body } = await t.call(member, 'GET', '/streams', { include_default: true });
  const of = (body['streams'] as { stream_id: number; is_default: boolean }[]).filter(
    ({ is_default }) => is_default,
  );
  expect(of.map(({ stream_id }) => stream_id)).toEqual([open.id]);
});

it('refuses private, archived and unknown channels', async () => {
  const closed = await addChannel(t, { invite_only: true });
  const archived = await addChannel(t, { is_archived: true });
  for (const id of [closed.id, archived.id, 999_999, 9e12, '"1"', null]) {
    expect((await set('POST', id)).status, String(id)).toBe(400);
  }
  expect((await set('DELETE', 999_999)).body).toMatchObject({ code: 'BAD_REQUEST' });
  expect(await defaults()).toEqual([]);
});

it('removes a channel that becomes private', async () => {
  await set('POST', open.id);
  await t.store.db.update(streams).set({ invite_only: true }).where(eq(streams.id, open.id));
  expect((await set('DELETE', open.id)).status).toBe(200);
  expect(await defaults(administrator)).toEqual([]);
});

it('is for administrators', async () => {
  for (const account of [member, guest]) {
    for (const method of ['POST', 'DELETE'] as const) {
      const { body } = await set(method, open.id, account);
      expect(body).toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' });
    }
  }
});

it('is recorded in the audit log', async () => {
  await set('POST', open.id);
  await set('DELETE', open.id);
  const { body } = await t.call(administrator, 'GET', '/audit_log', { num: 2 });
  expect(body['entries']).toMatchObject([
    { action: 'default_channels.removed', modified_stream_id: open.id },
    { action: 'default_channels.added', modified_stream_id: open.id },
  ]);
});
