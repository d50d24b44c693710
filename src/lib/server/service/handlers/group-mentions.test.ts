import { beforeAll, describe, expect, it } from 'vitest';
import { addChannel, openQueue } from '../../../../../tests/support/channels';
import { groupsOf, idsOf, people } from '../../../../../tests/support/groups';
import { withService } from '../../../../../tests/support/with-service';
import type { AccountWithKey } from '../service';

const t = withService();
let counter = 0;
let anna: AccountWithKey;
let bert: AccountWithKey;
let carla: AccountWithKey;
let guest: AccountWithKey;
let g: ReturnType<typeof groupsOf>;

beforeAll(async () => {
  g = groupsOf(t);
  anna = await t.addUser({ full_name: 'Anna' });
  bert = await t.addUser({ full_name: 'Bert' });
  carla = await t.addUser({ full_name: 'Carla' });
  guest = await t.addUser({ full_name: 'Guest', role: 600 });
});

describe('a mention', () => {
  const send = async (by: AccountWithKey, content: string, to: number) =>
    t.call(by, 'POST', '/messages', { type: 'channel', to, topic: 'x', content });
  const flagsIn = async (queue: Awaited<ReturnType<typeof openQueue>>) =>
    (await queue.events()).map(({ flags }) => flags);

  it('of a group notifies all its members at any depth; a silent one notifies no one', async () => {
    const inner = await g.create(anna, { members: idsOf(bert) });
    const name = `outer ${++counter}`;
    await g.create(anna, { name, subgroups: [inner], members: idsOf(carla) });
    const { id } = await addChannel(t, {}, [anna, bert, carla, guest]);
    const types = { event_types: ['message'] };
    const queues = await Promise.all([bert, carla, guest].map((each) => openQueue(t, each, types)));
    await send(anna, `Hello @*${name}*`, id);
    await send(anna, `Hello @_*${name}*`, id);
    expect(await Promise.all(queues.map(flagsIn))).toEqual([
      [['mentioned'], []],
      [['mentioned'], []],
      [[], []],
    ]);
  });

  it('needs can_mention_group when sending, editing, scheduling and in direct messages', async () => {
    const name = `quiet ${++counter}`;
    await g.create(anna, { name, can_mention_group: people(bert) });
    const { id } = await addChannel(t, {}, [anna, bert]);
    const bad = { status: 400, body: { code: 'BAD_REQUEST' } };
    expect(await send(anna, `@*${name}*`, id)).toMatchObject(bad);
    expect(await send(bert, `@*${name}*`, id)).toMatchObject({ status: 200 });
    const { body, status } = await send(anna, `@_*${name}* \`@*${name}*\``, id);
    expect(status).toBe(200);
    const path = `/messages/${String(body['id'])}`;
    const content = `@*${name}*`;
    expect(await t.call(anna, 'PATCH', path, { content })).toMatchObject(bad);
    const direct = { type: 'direct', to: [bert.user_id], content };
    expect(await t.call(anna, 'POST', '/messages', direct)).toMatchObject(bad);
    const later = { ...direct, scheduled_delivery_timestamp: t.clock.now() / 1000 + 60 };
    expect(await t.call(anna, 'POST', '/scheduled_messages', later)).toMatchObject(bad);
  });

  it('of a role group is not allowed, and of a deactivated group notifies no one', async () => {
    const name = `asleep ${++counter}`;
    const group_id = await g.create(anna, { name, members: idsOf(bert) });
    const { id } = await addChannel(t, {}, [anna, bert]);
    expect((await send(anna, '@*role:members*', id)).status).toBe(400);
    await g.ask(anna, 'POST', `${group_id}/deactivate`);
    const queue = await openQueue(t, bert, { event_types: ['message'], apply_markdown: true });
    expect((await send(anna, `@*${name}*`, id)).status).toBe(200);
    const [{ flags, message }] = (await queue.events()) as [Record<string, unknown>];
    expect(flags).toEqual([]);
    const silent = `class="user-group-mention silent" data-user-group-id="${group_id}">${name}</span>`;
    expect((message as { content: string }).content).toContain(silent);
  });
});
