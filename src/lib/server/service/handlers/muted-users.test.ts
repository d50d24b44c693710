import { beforeEach, describe, expect, it } from 'vitest';
import { gatewayNames, openGateways, type Ask } from '../../../../../tests/support/both-gateways';
import { addChannel, groupId, openQueue, setRealm } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import type { AccountWithKey } from '../service';

const t = withService();

const pathOf = ({ user_id }: { user_id: number }) => `/users/me/muted_users/${user_id}`;

describe.each(gatewayNames)('muted users through the %s', (gateway) => {
  let me: AccountWithKey;
  let other: AccountWithKey;
  let ask: Ask;
  beforeEach(async () => {
    [me, other] = [await t.addUser(), await t.addUser()];
    ask = (await openGateways(t, me))[gateway];
  });
  const list = async () =>
    (await ask('POST', '/register', { event_types: ['muted_users'] })).body['muted_users'];

  it('are muted and unmuted, with the whole list sent only to the user', async () => {
    const queue = await openQueue(t, me, { event_types: ['muted_users'] });
    const theirs = await openQueue(t, other, { event_types: ['muted_users'] });
    const timestamp = Math.floor(t.clock.now() / 1000);
    expect((await ask('POST', pathOf(other))).body).toEqual({ result: 'success', msg: '' });
    const muted = [{ id: other.user_id, timestamp }];
    expect(await list()).toEqual(muted);
    expect((await ask('DELETE', pathOf(other))).body).toEqual({ result: 'success', msg: '' });
    expect(await list()).toEqual([]);
    expect(await queue.events()).toEqual([
      { type: 'muted_users', muted_users: muted },
      { type: 'muted_users', muted_users: [] },
    ]);
    expect(await theirs.events()).toEqual([]);
  });

  it('can’t be muted twice, or unmuted without being muted', async () => {
    await ask('POST', pathOf(other));
    const bad = { status: 400, body: { code: 'BAD_REQUEST' } };
    expect(await ask('POST', pathOf(other))).toMatchObject(bad);
    await ask('DELETE', pathOf(other));
    expect(await ask('DELETE', pathOf(other))).toMatchObject(bad);
    expect(await ask('DELETE', pathOf({ user_id: 99_999_999_999 }))).toMatchObject(bad);
  });

  it('can’t be the user themselves or an unknown user', async () => {
    for (const user_id of [me.user_id, 999_999, 99_999_999_999]) {
      expect((await ask('POST', pathOf({ user_id }))).body.code).toBe('BAD_REQUEST');
    }
    expect(await list()).toEqual([]);
  });

  it('can be bots and deactivated users', async () => {
    const bot = await t.addUser({ is_bot: true, bot_type: 1, bot_owner_id: other.user_id });
    const gone = await t.addUser({ is_active: false });
    for (const person of [bot, gone]) expect((await ask('POST', pathOf(person))).status).toBe(200);
  });

  it('leave no unread messages, sent before or after', async () => {
    const { id: to } = await addChannel(t, {}, [me, other]);
    const send = async (params: object, content = 'x') => {
      const { body } = await t.call(other, 'POST', '/messages', { ...params, content });
      return body['id'] as number;
    };
    const ids = [
      await send({ type: 'channel', to, topic: 'x' }),
      await send({ type: 'direct', to: [me.user_id] }),
    ];
    const mine = { type: 'direct', to: [other.user_id], content: 'y', read_by_sender: false };
    await ask('POST', '/messages', mine);
    const queue = await openQueue(t, me, { event_types: ['update_message_flags', 'message'] });
    await ask('POST', pathOf(other));
    await send({ type: 'direct', to: [me.user_id] }, `@**${me.full_name}**`);
    await ask('DELETE', pathOf(other));
    await send({ type: 'direct', to: [me.user_id] });
    expect(await queue.events()).toMatchObject([
      { type: 'update_message_flags', op: 'add', flag: 'read', messages: ids },
      { type: 'message', flags: ['read', 'mentioned'] },
      { type: 'message', flags: [] },
    ]);
  });
});

it('can’t be users whom a guest can’t see', async () => {
  const [guest, stranger] = [await t.addUser({ role: 600 }), await t.addUser()];
  await setRealm(t, { can_access_all_users_group: await groupId(t, 'role:members') });
  expect((await t.call(guest, 'POST', pathOf(stranger))).status).toBe(400);
  await addChannel(t, {}, [guest, stranger]);
  expect((await t.call(guest, 'POST', pathOf(stranger))).status).toBe(200);
  await setRealm(t, {});
});
