import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addChannel, openQueue } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import { channelFolders } from '../db/schema/channel-folders';
import { streams } from '../db/schema/streams';
import type { AccountWithKey } from '../service';

const t = withService();
let administrator: AccountWithKey;
let member: AccountWithKey;
let guest: AccountWithKey;

beforeAll(async () => {
  administrator = await t.addUser({ role: 200 });
  member = await t.addUser();
  guest = await t.addUser({ role: 600 });
});
beforeEach(async () => {
  await t.store.db.update(streams).set({ folder_id: null });
  await t.store.db.delete(channelFolders);
});

type Params = Record<string, unknown>;
interface Folder extends Params {
  readonly id: number;
  readonly name: string;
}
const create = (params: Params, account = administrator) =>
  t.call(account, 'POST', '/channel_folders/create', params);
const made = async (name: string) => (await create({ name })).body['channel_folder_id'] as number;
const update = (id: number, params: Params, account = administrator) =>
  t.call(account, 'PATCH', `/channel_folders/${id}`, params);
const reorder = (order: unknown, account = administrator) =>
  t.call(account, 'PATCH', '/channel_folders', { order });
const list = async (params: Params = {}, account = member) => {
  const { body } = await t.call(account, 'GET', '/channel_folders', params);
  return body['channel_folders'] as Folder[];
};
const names = async (params?: Params) => (await list(params)).map(({ name }) => name);
const queueOf = (account: AccountWithKey) =>
  openQueue(t, account, { event_types: ['channel_folder'] });

describe('createChannelFolder', () => {
  it('adds a folder at the end, and notifies everyone', async () => {
    const queues = [await queueOf(member), await queueOf(guest)];
    await create({ name: ' First ', description: ' Of *one* kind: #**general** ' });
    const { body } = await create({ name: 'Second' });
    const [first, second] = await list();
    expect(first).toEqual({
      id: first!.id,
      name: 'First',
      description: 'Of *one* kind: #**general**',
      order: 0,
      rendered_description: '<p>Of <em>one</em> kind: #<strong>general</strong></p>',
      date_created: Math.floor(t.clock.now() / 1000),
      creator_id: administrator.user_id,
      is_archived: false,
    });
    expect(second).toMatchObject({ name: 'Second', description: '', order: 1 });
    expect(body).toEqual({ result: 'success', msg: '', channel_folder_id: second!.id });
    for (const queue of queues) {
      expect(await queue.events()).toEqual(
        [first, second].map((channel_folder) => ({
          type: 'channel_folder',
          op: 'add',
          channel_folder,
        })),
      );
    }
  });

  it.each([
    ['a name of maximum length', { name: '🐧'.repeat(60) }],
    ['a description of maximum length', { name: 'x', description: '🐧'.repeat(1024) }],
    ['the name of an archived one', { name: 'ARCHIVED' }],
  ])('accepts %s', async (_what, params) => {
    await update(await made('Archived'), { is_archived: true });
    expect((await create(params)).status).toBe(200);
  });

  it.each([
    ['no name', {}],
    ['a blank name', { name: '  ' }],
    ['a name beyond the greatest length', { name: '🐧'.repeat(61) }],
    ['a name that cannot be shown', { name: 'a\u0007b' }],
    ['a name of two lines', { name: 'a\nb' }],
    ['a name that is there', { name: 'TAKEN ' }],
    ['a description beyond the greatest length', { name: 'x', description: 'x'.repeat(1025) }],
    ['a description with a null byte', { name: 'x', description: 'a\0' }],
  ])('refuses %s', async (_what, params) => {
    await made('Taken');
    const { status, body } = await create(params);
    expect(status).toBe(400);
    const code = 'name' in params ? 'BAD_REQUEST' : 'REQUEST_VARIABLE_MISSING';
    expect(body).toMatchObject({ code });
    expect(await names()).toEqual(['Taken']);
  });

  it('is for administrators, like every change', async () => {
    const id = await made('Taken');
    for (const account of [member, guest]) {
      const replies = [
        await create({ name: 'Mine' }, account),
        await update(id, { name: 'Mine' }, account),
        await reorder([id], account),
      ];
      for (const { status, body } of replies) {
        expect([status, body.code]).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
      }
    }
    expect(await names()).toEqual(['Taken']);
  });
});

describe('getChannelFolders', () => {
  it('leaves archived ones out unless requested; the register reply has all', async () => {
    await made('Live');
    await update(await made('Gone'), { is_archived: true });
    expect(await names()).toEqual(['Live']);
    expect(await names({ include_archived: false })).toEqual(['Live']);
    expect(await names({ include_archived: true })).toEqual(['Live', 'Gone']);
    for (const key of ['channel_folders', 'channel_folder']) {
      const { body } = await t.call(guest, 'POST', '/register', { fetch_event_types: [key] });
      expect(body['channel_folders']).toEqual(await list({ include_archived: true }));
    }
  });
});

describe('patchChannelFolders', () => {
  it('sets the order of all folders, including archived ones, and announces a change', async () => {
    const [a, b, c] = [await made('a'), await made('b'), await made('c')];
    await update(b, { is_archived: true });
    const queue = await queueOf(member);
    const order = [c, a, b];
    expect((await reorder(order)).body).toEqual({ result: 'success', msg: '' });
    await reorder(order);
    expect(await names({ include_archived: true })).toEqual(['c', 'a', 'b']);
    expect(await names()).toEqual(['c', 'a']);
    expect(await queue.events()).toEqual([{ type: 'channel_folder', op: 'reorder', order }]);
    const last = await made('d');
    expect((await list()).at(-1)!.id).toBe(last);
  });

  it('refuses anything but a complete order', async () => {
    const [a, b] = [await made('a'), await made('b')];
    for (const order of [[a], [a, a], [a, b, b], [a, b, 999_999], [], [a, 9e15], ['a'], 'x']) {
      expect((await reorder(order)).body, JSON.stringify(order)).toMatchObject({
        code: 'BAD_REQUEST',
      });
    }
    expect(await names()).toEqual(['a', 'b']);
  });
});

describe('updateChannelFolder', () => {
  it('changes the given values, and announces those that differ', async () => {
    const id = await made('Before');
    const queue = await queueOf(member);
    await update(id, { name: ' After ', description: 'Of **many**' });
    await update(id, { name: 'After', description: 'Of **many**', is_archived: false });
    await update(id, { name: 'AFTER' });
    await update(id, { is_archived: true });
    await update(id, {});
    const event = { type: 'channel_folder', op: 'update', channel_folder_id: id };
    const rendered_description = '<p>Of <strong>many</strong></p>';
    expect(await queue.events()).toEqual([
      { ...event, data: { name: 'After', description: 'Of **many**', rendered_description } },
      { ...event, data: { name: 'AFTER' } },
      { ...event, data: { is_archived: true } },
    ]);
    expect(await list({ include_archived: true })).toMatchObject([
      { name: 'AFTER', description: 'Of **many**', rendered_description, is_archived: true },
    ]);
  });

  it('doesn’t archive a folder that contains a channel', async () => {
    const id = await made('Full');
    const channel = await addChannel(t, { folder_id: id, is_archived: true });
    expect((await update(id, { is_archived: true })).body).toMatchObject({ code: 'BAD_REQUEST' });
    expect(await names()).toEqual(['Full']);
    await t.store.db.update(streams).set({ folder_id: null }).where(eq(streams.id, channel.id));
    expect((await update(id, { is_archived: true })).status).toBe(200);
  });

  it('unarchives a folder if its name is free', async () => {
    const old = await made('Name');
    await update(old, { is_archived: true });
    await made('name');
    expect((await update(old, { is_archived: false })).body).toMatchObject({ code: 'BAD_REQUEST' });
    expect((await update(old, { is_archived: false, name: 'Other' })).status).toBe(200);
    expect(await names()).toEqual(['Other', 'name']);
  });

  it.each([
    [{ name: '' }],
    [{ name: 'taken' }],
    [{ name: 'x'.repeat(61) }],
    [{ description: 'x'.repeat(1025) }],
    [{ is_archived: 'yes' }],
  ])('refuses %j', async (params) => {
    await made('Taken');
    const id = await made('Own');
    expect((await update(id, params)).body).toMatchObject({ code: 'BAD_REQUEST' });
    expect(await names()).toEqual(['Taken', 'Own']);
  });

  it('refuses an unknown folder', async () => {
    for (const id of [999_999, 9_999_999_999]) {
      expect((await update(id, { name: 'x' })).body).toMatchObject({ code: 'BAD_REQUEST' });
    }
  });

  it('is recorded in the audit log', async () => {
    const id = await made('Before');
    await update(id, { name: 'After' });
    const { body } = await t.call(administrator, 'GET', '/audit_log', { num: 1 });
    expect(body['entries']).toMatchObject([
      {
        action: 'channel_folder.changed',
        before: { id, name: 'Before' },
        after: { id, name: 'After' },
      },
    ]);
  });
});
