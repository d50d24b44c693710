import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withService } from '../../../../../tests/support/with-service';
import { silentLog } from '../../../../../tests/support/silent-log';
import type { AccountWithKey } from '../service';

let me: AccountWithKey;
let general: number;
const warnings: object[] = [];
const log = { ...silentLog, warn: (fields: object) => void warnings.push(fields) };
const t = withService({ log });

beforeAll(async () => {
  const { body } = await t.call(t.owner, 'GET', '/streams');
  general = (body.streams as { stream_id: number }[])[0]!.stream_id;
});
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

describe('getDrafts', () => {
  it('lists the least recently edited first', async () => {
    await create(
      draft({ content: 'second', timestamp: 1_700_000_020 }),
      draft({ content: 'third', timestamp: 1_700_000_030 }),
      draft({ content: 'first', timestamp: 1_700_000_010 }),
      draft({ content: 'fourth', timestamp: 1_700_000_030 }),
    );
    const contents = (await list()).drafts.map(({ content }) => content);
    expect(contents).toEqual(['first', 'second', 'third', 'fourth']);
  });

  it.each([
    ['a recipient that is no id', sql`update drafts set "to" = array[null]::integer[]`],
    ['a time that never comes', sql`update drafts set last_edit_time = 'infinity'`],
  ])(
    'leaves out a draft with %s, like the initial state, and logs it once',
    async (_what, damage) => {
      const { body } = await create(draft({ content: 'bad' }), draft({ content: 'good' }));
      const [bad] = body['ids'] as number[];
      await t.store.db.execute(sql`${damage} where id = ${bad}`);
      warnings.length = 0;
      for (let time = 0; time < 2; time++) {
        expect(await list()).toMatchObject({ count: 1, drafts: [{ content: 'good' }] });
        const state = (await t.call(me, 'POST', '/register', { event_types: ['drafts'] })).body;
        expect(state['drafts']).toMatchObject([{ content: 'good' }]);
      }
      expect(warnings).toEqual([{ item: `draft ${bad}` }]);
    },
  );
});

/** Valid and invalid values are tested in `gateway/rules/create-drafts.test.ts`. */
describe('createDrafts', () => {
  it('checks the number of drafts before their content', async () => {
    const reply = await create(...Array.from({ length: 20_000 }, () => ({ to: 'nobody' })));
    expect(reply).toMatchObject({
      status: 400,
      body: { msg: 'drafts must not hold more than 1000 entries' },
    });
    expect((await create(...Array.from({ length: 1000 }, () => draft()))).status).toBe(200);
  });

  it.each(['1e20', '1e300', '253402300800', '-1'])('refuses the time %s', async (timestamp) => {
    const drafts = JSON.stringify([draft({ timestamp: 0 })]).replace(
      '"timestamp":0',
      `"timestamp":${timestamp}`,
    );
    expect((await t.call(me, 'POST', '/drafts', { drafts })).status).toBe(400);
    expect((await list()).count).toBe(0);
  });

  it('refuses a private channel the user isn’t in with the same error as a missing one', async () => {
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

  it('answer 404 with BAD_REQUEST for a missing draft or another user’s', async () => {
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
  it('reach only the owner, with the documented keys', async () => {
    const queueOf = async (account: AccountWithKey) =>
      (await t.call(account, 'POST', '/register', { event_types: ['drafts'] })).body.queue_id;
    const [mine, theirs] = [await queueOf(me), await queueOf(t.owner)];
    const id = ((await create(draft())).body.ids as number[])[0];
    await t.call(me, 'PATCH', `/drafts/${id}`, { draft: draft({ content: 'b' }) });
    await t.call(me, 'DELETE', `/drafts/${id}`);
    const eventsOf = async (account: AccountWithKey, queue_id: unknown) =>
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

describe('drafts with sync turned off', () => {
  it('are deleted, and all four calls fail', async () => {
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

  it('are deleted even if created or changed at the same moment', async () => {
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
