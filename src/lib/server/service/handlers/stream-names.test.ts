import { beforeAll, expect, it } from 'vitest';
import { addChannel } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import type { AccountWithKey } from '../service';

const t = withService();
let me: AccountWithKey;
let guest: AccountWithKey;
let open: { id: number; name: string };
let closed: { id: number; name: string };

beforeAll(async () => {
  me = await t.addUser();
  guest = await t.addUser({ role: 600 });
  open = await addChannel(t, { name: 'Gänge & more' });
  closed = await addChannel(t, { invite_only: true });
});

const idOf = (account: AccountWithKey, stream: string) =>
  t.call(account, 'GET', '/get_stream_id', { stream });
const addressOf = (account: AccountWithKey, id: number, params: Record<string, unknown> = {}) =>
  t.call(account, 'GET', `/streams/${id}/email_address`, params);

it('getStreamId finds a channel by its name in any case', async () => {
  for (const name of [open.name, open.name.toUpperCase(), ` ${open.name} `]) {
    expect((await idOf(me, name)).body).toEqual({ result: 'success', msg: '', stream_id: open.id });
  }
  const archived = await addChannel(t, { is_archived: true });
  expect((await idOf(me, archived.name)).status).toBe(200);
  expect((await idOf(t.owner, closed.name)).body).toMatchObject({ stream_id: closed.id });
});

it('getStreamId gives the same error for a missing and a hidden channel', async () => {
  const cases = [
    [me, closed.name],
    [me, 'no such channel'],
    [me, ''],
    [guest, open.name],
  ] as const;
  for (const [account, name] of cases) {
    const { status, body } = await idOf(account, name);
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    expect(body.msg).toBe(`Invalid channel name '${name}'`);
  }
});

it('getStreamEmailAddress needs access to the channel, with oneself, an own bot or the server as sender', async () => {
  const bot = { is_bot: true, bot_type: 1 };
  const own = await t.addUser({ ...bot, bot_owner_id: me.user_id });
  const foreign = await t.addUser({ ...bot, bot_owner_id: t.owner.user_id });
  const requestEmail = (sender_id?: unknown) =>
    addressOf(me, open.id, sender_id === undefined ? {} : { sender_id });
  for (const sender_id of [undefined, me.user_id, own.user_id, 1]) {
    expect((await requestEmail(sender_id)).body).toEqual({ result: 'success', msg: '', email: '' });
  }
  for (const sender_id of [foreign.user_id, t.owner.user_id, 999_999, 9e12, '"me"']) {
    expect((await requestEmail(sender_id)).body, String(sender_id)).toMatchObject({
      code: 'BAD_REQUEST',
    });
  }
  for (const [account, id] of [
    [me, closed.id],
    [me, 999_999],
    [guest, open.id],
  ] as const) {
    expect((await addressOf(account, id)).body).toMatchObject({ code: 'BAD_REQUEST' });
  }
});
