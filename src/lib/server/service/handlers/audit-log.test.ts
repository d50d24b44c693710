import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { gatewayNames, openGateways, type Ask } from '../../../../../tests/support/both-gateways';
import { withService } from '../../../../../tests/support/with-service';
import { recordAuditedChange, type AuditedChange } from '../audit/record';
import { findRealm } from '../organization';

const t = withService();

/** Records changes by the owner the way handlers do. */
async function record(...changes: readonly AuditedChange[]): Promise<void> {
  const { store, clock, owner } = t;
  await store.transaction(async (tx) => {
    const realm = (await findRealm(tx))!;
    const user = { id: owner.user_id } as never;
    await recordAuditedChange({ tx, realm, user, clock }, ...changes);
  });
}

describe.each(gatewayNames)('the audit log through the %s', (gateway) => {
  let ask: Ask;
  let since: number;
  beforeAll(async () => {
    ask = (await openGateways(t, t.owner))[gateway];
  });
  beforeEach(async () => {
    const { body } = await ask('GET', '/audit_log', { num: 1 });
    since = (body['entries'] as { id: number }[])[0]?.id ?? 0;
  });

  interface Entry {
    readonly id: number;
    readonly action: string;
  }
  const read = async (params: Record<string, unknown> = {}) => {
    const { body } = await ask('GET', '/audit_log', params);
    return (body['entries'] as Entry[]).filter(({ id }) => id > since);
  };
  const actions = async (params?: Record<string, unknown>) =>
    (await read(params)).map(({ action }) => action);

  it('lists who did what, to what, when, before and after, newest first', async () => {
    await record(
      {
        action: 'channel.renamed',
        modified_stream_id: 7,
        before: { name: 'a' },
        after: { name: 'b' },
      },
      { action: 'user.deactivated', modified_user_id: 8, modified_group_id: 9 },
    );
    const common = {
      acting_user_id: t.owner.user_id,
      time: Math.floor(t.clock.now() / 1000),
      modified_user_id: null,
      modified_stream_id: null,
      modified_group_id: null,
      before: null,
      after: null,
    };
    expect(await read()).toEqual([
      {
        ...common,
        id: since + 2,
        action: 'user.deactivated',
        modified_user_id: 8,
        modified_group_id: 9,
      },
      {
        ...common,
        id: since + 1,
        action: 'channel.renamed',
        modified_stream_id: 7,
        before: { name: 'a' },
        after: { name: 'b' },
      },
    ]);
  });

  it('is read in pages', async () => {
    await record(
      ...(['created', 'updated', 'deactivated'] as const).map(
        (change) => ({ action: `group.${change}` }) as const,
      ),
    );
    const first = await ask('GET', '/audit_log', { num: 2, action: 'group' });
    const [, second] = first.body['entries'] as Entry[];
    expect((first.body['entries'] as Entry[]).map(({ action }) => action)).toEqual([
      'group.deactivated',
      'group.updated',
    ]);
    expect(first.body['found_oldest']).toBe(false);
    const rest = await ask('GET', '/audit_log', { before: second!.id, action: 'group' });
    expect(rest.body).toMatchObject({ found_oldest: true });
    expect((rest.body['entries'] as Entry[])[0]).toMatchObject({ action: 'group.created' });
    for (const before of [0, -5]) expect(await read({ before })).toEqual([]);
    expect(await actions({ before: Number.MAX_SAFE_INTEGER, num: 1 })).toEqual([
      'group.deactivated',
    ]);
  });

  it('is filtered by action, area, user, channel and group', async () => {
    const { user_id } = await t.addUser();
    await record(
      { action: 'group.created', modified_group_id: 31 },
      { action: 'group.members_added', modified_user_id: user_id, modified_group_id: 31 },
      { action: 'channel.created', modified_stream_id: 32 },
    );
    expect(await actions({ action: 'group' })).toEqual(['group.members_added', 'group.created']);
    expect(await actions({ action: 'group.created' })).toEqual(['group.created']);
    expect(await actions({ action: 'gro' })).toEqual([]);
    expect(await actions({ user_id })).toEqual(['group.members_added']);
    expect(await actions({ user_id: t.owner.user_id })).toHaveLength(3);
    expect(await actions({ group_id: 31 })).toEqual(['group.members_added', 'group.created']);
    expect(await actions({ stream_id: 32 })).toEqual(['channel.created']);
    expect(await actions({ stream_id: Number.MAX_SAFE_INTEGER })).toEqual([]);
  });

  it('is only for administrators', async () => {
    for (const role of [300, 400, 600]) {
      const other = (await openGateways(t, await t.addUser({ role })))[gateway];
      const { status, body } = await other('GET', '/audit_log');
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'UNAUTHORIZED_PRINCIPAL' });
    }
    const administrator = (await openGateways(t, await t.addUser({ role: 200 })))[gateway];
    expect((await administrator('GET', '/audit_log')).status).toBe(200);
  });

  it.each([0, 1001, '"5"'])('refuses a page size of %s', async (num) => {
    expect(await ask('GET', '/audit_log', { num })).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST' },
    });
  });
});

describe('an entry', () => {
  it('is cut if it is long or deeply nested, and contains no null bytes', async () => {
    const deep = { a: { a: { a: { a: { a: { a: { a: 1 } } } } } } };
    const [text, list] = ['é'.repeat(5000), Array.from({ length: 10_000 }, (_, i) => i)];
    await record({
      action: 'group.updated',
      before: { text, deep, odd: 'a\0b\ud800' },
      after: list,
    });
    const { body } = await t.call(t.owner, 'GET', '/audit_log', { num: 1 });
    const [entry] = body['entries'] as { before: Record<string, unknown>; after: unknown[] }[];
    expect(entry!.before['text']).toBe(`${'é'.repeat(1000)}…`);
    expect(entry!.before['odd']).toBe('ab\ufffd');
    expect(JSON.stringify(entry!.before['deep'])).toContain('…');
    expect(entry!.after).toHaveLength(101);
    expect(entry!.after.at(-1)).toBe('… 9900');
  });

  it('is written for ten thousand changes of one call with one statement', async () => {
    const many = Array.from({ length: 10_000 }, (_, i) => ({
      action: 'user.deactivated',
      modified_user_id: i + 1,
    }));
    await record(...(many as AuditedChange[]));
    const { body } = await t.call(t.owner, 'GET', '/audit_log', { user_id: 10_000 });
    expect(body['entries']).toHaveLength(1);
  });
});
