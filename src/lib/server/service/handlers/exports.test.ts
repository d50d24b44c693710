import { rm, writeFile } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { gatewayNames, openGateways, type Ask } from '../../../../../tests/support/both-gateways';
import { openQueue } from '../../../../../tests/support/channels';
import { basic, startTestService } from '../../../../../tests/support/service';
import { withService } from '../../../../../tests/support/with-service';
import { ownFolder } from '../../../../../tests/support/storages';
import { readTar } from '../archive/tar';
import { auditLog } from '../db/schema/audit-log';
import { realmExports } from '../db/schema/exports';
import type { AccountWithKey } from '../service';

const t = withService();
let member: AccountWithKey;
beforeAll(async () => {
  member = await t.addUser();
});
beforeEach(async () => {
  await t.store.db.delete(realmExports);
});

interface Listed {
  readonly id: number;
  readonly pending: boolean;
  readonly export_url: string | null;
  readonly [field: string]: unknown;
}

/** Fetches by URL, without credentials or with an API key. */
function fetchFile(url: string, account?: AccountWithKey): Promise<Response> {
  const headers: Record<string, string> = account ? { authorization: basic(account) } : {};
  return t.service.handle(new Request(url, { headers }), { address: '192.0.2.1' });
}

describe.each(gatewayNames)('exports through the %s', (gateway) => {
  let ask: Ask;
  let asMember: Ask;
  beforeAll(async () => {
    ask = (await openGateways(t, t.owner))[gateway];
    asMember = (await openGateways(t, member))[gateway];
  });
  const list = async () => (await ask('GET', '/export/realm')).body['exports'] as Listed[];
  /** Starts an export and waits for its end. */
  const make = async (params = {}): Promise<Listed> => {
    const { body } = await ask('POST', '/export/realm', params);
    expect(body.msg).toBe('');
    await expect
      .poll(async () => (await list()).find(({ id }) => id === body['id'])?.pending)
      .toBe(false);
    return (await list()).find(({ id }) => id === body['id'])!;
  };

  it('are written, announced to administrators, and listed', async () => {
    const queue = await openQueue(t, t.owner, { event_types: ['realm_export'] });
    const others = await openQueue(t, member, { event_types: ['realm_export'] });
    t.clock.advance(300);
    const made = await make({ export_type: 2 });
    expect(made).toEqual({
      id: made.id,
      acting_user_id: t.owner.user_id,
      export_type: 2,
      export_time: Math.floor(t.clock.now() / 1000),
      deleted_timestamp: null,
      failed_timestamp: null,
      pending: false,
      export_url: expect.stringMatching(
        /^http:\/\/localhost:4100\/user_uploads\/exports\/\d+\/[0-9a-f]+\/[\w-]+\/inkwell-[\d-]+\.tar\.gz$/,
      ) as string,
    });
    expect(await queue.events()).toEqual([
      { type: 'realm_export', exports: [{ ...made, pending: true, export_url: null }] },
      { type: 'realm_export', exports: [made] },
    ]);
    expect(await others.events()).toEqual([]);
    const entries = await t.store.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'export.started'));
    expect(entries.at(-1)).toMatchObject({
      acting_user_id: t.owner.user_id,
      after: { id: made.id, export_type: 2 },
    });
  });

  it('contain public data, unless another type is requested', async () => {
    expect((await make()).export_type).toBe(1);
    for (const export_type of [0, 3, 'all', null, []]) {
      const { status, body } = await ask('POST', '/export/realm', { export_type });
      if (export_type === null) expect(status).toBe(200);
      else expect([status, body.code], String(export_type)).toEqual([400, 'BAD_REQUEST']);
    }
    await expect.poll(async () => (await list()).some(({ pending }) => pending)).toBe(false);
  });

  it('can be downloaded only by administrators', async () => {
    const { export_url } = await make();
    const reply = await fetchFile(export_url!, t.owner);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'application/gzip',
      'cache-control': 'private, no-store',
      'content-disposition': expect.stringMatching(/^attachment; filename="inkwell-/) as string,
    });
    const packed = Buffer.from(await reply.arrayBuffer());
    expect(String(packed.length)).toBe(reply.headers.get('content-length'));
    const names: string[] = [];
    for await (const { name } of readTar(Readable.from([packed]).pipe(createGunzip()))) {
      names.push(name);
    }
    expect([names[0], names.at(-1)]).toEqual(['manifest.json', 'summary.json']);
    expect((await fetchFile(export_url!)).status).toBe(403);
    expect((await fetchFile(export_url!, member)).status).toBe(403);
    const plain = export_url!.replace('/exports/', '/');
    expect((await fetchFile(plain, t.owner)).status).toBe(404);
    expect(
      (await fetchFile(export_url!.replace(/.{8}\/inkwell/, 'AAAAAAAA/inkwell'), t.owner)).status,
    ).toBe(404);
  });

  it('are deleted with their files, once', async () => {
    const { id, export_url } = await make();
    const { status } = await ask('DELETE', `/export/realm/${id}`);
    expect(status).toBe(200);
    expect(await list()).toMatchObject([
      { id, deleted_timestamp: Math.floor(t.clock.now() / 1000), export_url: null, pending: false },
    ]);
    expect((await fetchFile(export_url!, t.owner)).status).toBe(404);
    for (const gone of [id, 999_999, 99_999_999_999]) {
      const again = await ask('DELETE', `/export/realm/${gone}`);
      expect([again.status, again.body.code]).toEqual([400, 'BAD_REQUEST']);
    }
  });

  it('run one at a time, and five a week', async () => {
    const now = new Date(t.clock.now());
    const row = { realm_id: 1, acting_user_id: t.owner.user_id, export_type: 1, touched: now };
    await t.store.db.insert(realmExports).values({ ...row, export_time: now, path_id: 'underway' });
    expect(await ask('POST', '/export/realm')).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST' },
    });
    const [underway] = await list();
    expect(await ask('DELETE', `/export/realm/${underway!.id}`)).toMatchObject({ status: 400 });
    await t.store.db.delete(realmExports);
    const earlier = ['a', 'b', 'c', 'd', 'e'].map((path_id) => ({
      ...row,
      path_id,
      export_time: now,
      failed: now,
    }));
    await t.store.db.insert(realmExports).values(earlier);
    expect(await ask('POST', '/export/realm')).toMatchObject({ status: 400 });
    await t.store.db
      .update(realmExports)
      .set({ export_time: new Date(now.getTime() - 7 * 24 * 3_600_000) })
      .where(eq(realmExports.path_id, 'a'));
    expect((await make()).failed_timestamp).toBeNull();
  });

  it('are for administrators', async () => {
    for (const [method, path] of [
      ['POST', '/export/realm'],
      ['GET', '/export/realm'],
      ['DELETE', '/export/realm/1'],
      ['GET', '/export/realm/consents'],
    ] as const) {
      const { status, body } = await asMember(method, path);
      expect([status, body.code], path).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
    }
  });

  it('contain the private data of active users who agreed; administrators get events about consent', async () => {
    const queue = await openQueue(t, t.owner, { event_types: ['realm_export_consent'] });
    const own = await openQueue(t, member, { event_types: ['realm_export_consent'] });
    await t.addUser({ is_active: false });
    await t.addUser({ is_bot: true, bot_type: 1 });
    await asMember('PATCH', '/settings', { allow_private_data_export: true });
    const { body } = await ask('GET', '/export/realm/consents');
    expect(body['export_consents']).toEqual([
      { user_id: t.owner.user_id, consented: false },
      { user_id: member.user_id, consented: true },
    ]);
    await asMember('PATCH', '/settings', { allow_private_data_export: false });
    const { user_id } = member;
    expect(await queue.events()).toEqual([
      { type: 'realm_export_consent', user_id, consented: true },
      { type: 'realm_export_consent', user_id, consented: false },
    ]);
    expect(await own.events()).toEqual([]);
  });
});

it('fail if their process has ended', async () => {
  const now = new Date(t.clock.now());
  await t.store.db.insert(realmExports).values({
    realm_id: 1,
    acting_user_id: t.owner.user_id,
    export_type: 1,
    export_time: now,
    touched: now,
    path_id: '1/a/left-behind/a.tar.gz',
  });
  const read = async () => (await t.call(t.owner, 'GET', '/export/realm')).body['exports'];
  t.clock.advance(60_000);
  expect(await read()).toMatchObject([{ pending: true }]);
  t.clock.advance(300_000);
  await expect
    .poll(read)
    .toMatchObject([{ pending: false, failed_timestamp: Math.floor(t.clock.now() / 1000) }]);
});

it('fail if they can’t be stored', async () => {
  const folder = ownFolder();
  const other = await startTestService({ filesIn: { folder } });
  await rm(folder, { recursive: true });
  await writeFile(folder, 'in its place');
  const { body } = await other.call(other.owner, 'POST', '/export/realm');
  expect(body.result).toBe('success');
  const read = async () => (await other.call(other.owner, 'GET', '/export/realm')).body['exports'];
  await expect
    .poll(read)
    .toMatchObject([
      { pending: false, failed_timestamp: other.clock.now() / 1000, export_url: null },
    ]);
  await other.service.close();
});
