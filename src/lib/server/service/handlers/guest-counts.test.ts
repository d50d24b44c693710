import { beforeAll, expect, it } from 'vitest';
import { addChannel, openQueue } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import type { AccountWithKey } from '../service';

/** Guests don't get subscriber events for channels that they can only see. */

const t = withService({ server: { webPublicStreams: true } });
let guest: AccountWithKey;
let member: AccountWithKey;
beforeAll(async () => {
  guest = await t.addUser({ role: 600 });
  member = await t.addUser();
});

type Counted = { stream_id: number; subscriber_count: number };

/** Counts in the state, and in a client that has followed the events since. */
async function counts(id: number, action: () => Promise<unknown>): Promise<number[]> {
  const state = async () => {
    const params = { fetch_event_types: ['stream'] };
    const { body } = await t.call(guest, 'POST', '/register', params);
    const row = (body['streams'] as Counted[]).find(({ stream_id }) => stream_id === id);
    return row?.subscriber_count ?? NaN;
  };
  let followed = await state();
  const queue = await openQueue(t, guest);
  await action();
  for (const { type, op, property, value, streams } of await queue.events()) {
    if (type !== 'stream') continue;
    if (op === 'update' && property === 'subscriber_count') followed = value as number;
    const found = op === 'create' && (streams as Counted[]).find((row) => row.stream_id === id);
    if (found) followed = found.subscriber_count;
  }
  return [await state(), followed];
}

it('guests get the number of subscribers of a web-public channel that they aren’t in', async () => {
  const { id, name } = await addChannel(t, { is_web_public: true }, [t.owner]);
  const others = [await t.addUser(), await t.addUser()];
  const principals = others.map(({ user_id }) => user_id);
  const subscriptions = [{ name }];
  const join = () =>
    t.call(t.owner, 'POST', '/users/me/subscriptions', { subscriptions, principals });
  const leave = () =>
    t.call(t.owner, 'DELETE', '/users/me/subscriptions', {
      subscriptions: [name],
      principals: principals.slice(1),
    });
  const [one] = principals;
  const actions: [() => Promise<unknown>, number][] = [
    [join, 3],
    [leave, 2],
    [() => t.call(t.owner, 'DELETE', `/users/${one}`), 1],
    [() => t.call(t.owner, 'POST', `/users/${one}/reactivate`), 2],
  ];
  for (const [action, count] of actions) expect(await counts(id, action)).toEqual([count, count]);
});

it('guests get the number of subscribers of a channel that becomes web-public', async () => {
  const { id } = await addChannel(t, {}, [t.owner, member]);
  const open = () => t.call(t.owner, 'PATCH', `/streams/${id}`, { is_web_public: true });
  await t.call(t.owner, 'PATCH', '/realm', { enable_spectator_access: true });
  expect(await counts(id, open)).toEqual([2, 2]);
});
