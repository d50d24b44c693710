import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../../../tests/support/service';
import type { Account } from '../service';

let t: TestService;
let me: Account;
let general: number;

beforeAll(async () => {
  t = await startTestService();
  const { body } = await t.call(t.owner, 'GET', '/streams');
  general = (body.streams as { stream_id: number }[])[0]!.stream_id;
});
afterAll(() => t.service.close());
beforeEach(async () => {
  me = await t.addUser();
});

const draft = (values: Record<string, unknown> = {}) => ({
  type: 'stream',
  to: [general],
  topic: 'plans',
  content: 'text',
  timestamp: 1_700_000_000,
  ...values,
});

async function create(...drafts: unknown[]) {
  return t.call(me, 'POST', '/drafts', { drafts });
}
async function list() {
  return (await t.call(me, 'GET', '/drafts')).body as unknown as {
    count: number;
    drafts: Record<string, unknown>[];
  };
}

describe('createDrafts', () => {
  it('answers ids in the order of the request and keeps exactly the documented keys', async () => {
    const { body } = await create(draft({ content: 'a' }), draft({ content: 'b' }));
    const [a, b] = body.ids as number[];
    expect((await list()).drafts).toEqual([
      { id: b, ...draft({ content: 'b' }) },
      { id: a, ...draft({ content: 'a' }) },
    ]);
  });

  it('counts the drafts of a call before it looks at them', async () => {
    const reply = await create(...Array.from({ length: 20_000 }, () => ({ to: 'nobody' })));
    expect(reply).toMatchObject({
      status: 400,
      body: { msg: 'drafts must not hold more than 1000 entries' },
    });
    expect((await create(...Array.from({ length: 1000 }, () => draft()))).status).toBe(200);
  });

  it('reads a missing list and an empty one as nothing to do', async () => {
    expect((await t.call(me, 'POST', '/drafts')).body).toMatchObject({
      result: 'success',
      ids: [],
    });
    expect((await create()).body).toMatchObject({ ids: [] });
  });

  it('takes a fractional timestamp and gives whole seconds', async () => {
    await create(draft({ timestamp: 1_700_000_000.9 }));
    expect((await list()).drafts[0]).toMatchObject({ timestamp: 1_700_000_000 });
  });

  it.each(['1e20', '1e300', '253402300800', '-1'])('refuses the time %s', async (timestamp) => {
    const drafts = JSON.stringify([draft({ timestamp: 0 })]).replace(
      '"timestamp":0',
      `"timestamp":${timestamp}`,
    );
    expect((await t.call(me, 'POST', '/drafts', { drafts })).status).toBe(400);
    expect((await list()).count).toBe(0);
  });

  it('names everybody once', async () => {
    const { user_id } = t.owner;
    await create(draft({ type: 'private', to: [user_id, user_id], topic: '' }));
    expect((await list()).drafts[0]).toMatchObject({ to: [user_id] });
  });

  it('fills in the time', async () => {
    await create(draft({ timestamp: undefined }));
    expect((await list()).drafts[0]).toMatchObject({ timestamp: t.clock.now() / 1000 });
  });

  it('stores a private draft without recipients as unaddressed', async () => {
    await create(draft({ type: 'private', to: [], topic: '' }));
    expect((await list()).drafts[0]).toMatchObject({ type: '', to: [], topic: '' });
  });

  it('cuts what is too long as sending would', async () => {
    await create(draft({ content: '𝒂'.repeat(10_001), topic: 'é'.repeat(61) }));
    const [{ content, topic }] = (await list()).drafts as [{ content: string; topic: string }];
    expect([...content]).toHaveLength(10_000);
    expect(content.endsWith('\n[message truncated]')).toBe(true);
    expect(topic).toBe('é'.repeat(57) + '...');
  });

  it.each([
    ['two channels', { to: [1, 2] }],
    ['no channel', { to: [] }],
    ['an unknown channel', { to: [999_999] }],
    ['a channel id that no row can have', { to: [3_000_000_000] }],
    ['an unknown person', { type: 'private', to: [999_999] }],
    ['a negative time', { timestamp: -1 }],
    ['a time beyond all calendars', { timestamp: 253_402_300_800 }],
    ['a null byte in the content', { content: 'a\0b' }],
    ['a null byte in the topic', { topic: 'a\0b' }],
    ['blank content', { content: ' \n ' }],
    ['a new word for the type', { type: 'channel' }],
    ['an id', { id: 3 }],
    ['an unexpected key', { colour: 'blue' }],
    ['recipients that are text', { to: ['1'] }],
  ])('refuses %s and keeps nothing', async (_what, values) => {
    const reply = await create(draft(), draft(values));
    expect(reply.status).toBe(400);
    expect(reply.body.code).toBe('BAD_REQUEST');
    expect((await list()).count).toBe(0);
  });

  it('refuses a private channel that the account is not in, in the words of a missing one', async () => {
    const { streams } = await import('../db/schema/streams');
    const [hidden] = await t.store.db
      .insert(streams)
      .values({
        realm_id: 1,
        name: `hidden ${me.user_id}`,
        invite_only: true,
        date_created: new Date(),
      })
      .returning();
    const invisible = await create(draft({ to: [hidden!.id] }));
    const missing = await create(draft({ to: [999_999] }));
    expect(invisible.body).toEqual(missing.body);
  });
});

describe('editDraft and deleteDraft', () => {
  it('replace and remove one draft', async () => {
    const id = ((await create(draft())).body.ids as number[])[0];
    const edit = await t.call(me, 'PATCH', `/drafts/${id}`, { draft: draft({ content: 'new' }) });
    expect(edit.body.result).toBe('success');
    expect((await list()).drafts).toEqual([{ id, ...draft({ content: 'new' }) }]);
    expect((await t.call(me, 'DELETE', `/drafts/${id}`)).body.result).toBe('success');
    expect(await list()).toMatchObject({ count: 0, drafts: [] });
  });

  it('answer 404 with BAD_REQUEST for a draft that is not there or not one’s own', async () => {
    const id = ((await create(draft())).body.ids as number[])[0];
    for (const path of [`/drafts/${id}`, '/drafts/999999', '/drafts/99999999999']) {
      const edit = await t.call(t.owner, 'PATCH', path, { draft: draft() });
      const remove = await t.call(t.owner, 'DELETE', path);
      for (const { status, body } of [edit, remove]) {
        expect({ status, code: body.code }).toEqual({ status: 404, code: 'BAD_REQUEST' });
      }
    }
    expect((await list()).count).toBe(1);
  });
});

describe('draft events', () => {
  it('reach the owner alone, with the documented keys', async () => {
    const queueOf = async (account: Account) =>
      (await t.call(account, 'POST', '/register', { event_types: ['drafts'] })).body.queue_id;
    const [mine, theirs] = [await queueOf(me), await queueOf(t.owner)];
    const id = ((await create(draft())).body.ids as number[])[0];
    await t.call(me, 'PATCH', `/drafts/${id}`, { draft: draft({ content: 'b' }) });
    await t.call(me, 'DELETE', `/drafts/${id}`);
    const eventsOf = async (account: Account, queue_id: unknown) =>
      (await t.call(account, 'GET', '/events', { queue_id, last_event_id: -1, dont_block: true }))
        .body.events as unknown as { id: number }[];
    const events = await eventsOf(me, mine);
    expect(events.map(({ id: _id, ...event }) => event)).toEqual([
      { type: 'drafts', op: 'add', drafts: [{ id, ...draft() }] },
      { type: 'drafts', op: 'update', draft: { id, ...draft({ content: 'b' }) } },
      { type: 'drafts', op: 'remove', draft_id: id },
    ]);
    expect(await eventsOf(t.owner, theirs)).toEqual([]);
  });
});

describe('drafts with synchronization off', () => {
  it('are wiped, and all four calls refuse', async () => {
    const id = ((await create(draft())).body.ids as number[])[0];
    await t.call(me, 'PATCH', '/settings', { enable_drafts_synchronization: false });
    for (const reply of [
      await t.call(me, 'GET', '/drafts'),
      await create(draft()),
      await t.call(me, 'PATCH', `/drafts/${id}`, { draft: draft() }),
      await t.call(me, 'DELETE', `/drafts/${id}`),
    ]) {
      expect(reply.status).toBe(400);
      expect(reply.body.code).toBe('BAD_REQUEST');
    }
    await t.call(me, 'PATCH', '/settings', { enable_drafts_synchronization: true });
    expect((await list()).count).toBe(0);
  });

  it('are gone also where they were made or changed at that moment', async () => {
    const sync = (on: boolean) =>
      t.call(me, 'PATCH', '/settings', { enable_drafts_synchronization: on });
    for (let round = 0; round < 10; round++) {
      const [id] = (await create(draft())).body.ids as number[];
      const made = [1, 2, 3].map((at) => create(draft({ content: `beside ${at}` })));
      const off = sync(false);
      const changed = t.call(me, 'PATCH', `/drafts/${id}`, { draft: draft({ content: 'b' }) });
      const replies = await Promise.all([...made, off, changed, create(draft())]);
      for (const { status } of replies) expect([200, 400, 404]).toContain(status);
      expect((await off).status).toBe(200);
      await sync(true);
      expect((await list()).drafts).toEqual([]);
    }
  });
});
