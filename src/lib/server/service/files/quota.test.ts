import { beforeEach, describe, expect, it } from 'vitest';
import { basic } from '../../../../../tests/support/service';
import { withService } from '../../../../../tests/support/with-service';
import { attachments, uploads, uploadSpace } from '../db/schema/files';
import type { AccountWithKey } from '../service';

const mebibyte = 1024 * 1024;
const file = new Uint8Array(mebibyte);

const t = withService({ uploads: { maxFileMib: 1, quotaMib: 4 } });
let me: AccountWithKey;
let other: AccountWithKey;
beforeEach(async () => {
  me = await t.addUser();
  other = await t.addUser();
  await t.store.db.delete(uploads);
  await t.store.db.delete(attachments);
  await use(0);
});

/** Sets the number of bytes used by the organization's files. */
const use = (used: number) =>
  t.store.db
    .insert(uploadSpace)
    .values({ realm_id: 1, used })
    .onConflictDoUpdate({ target: uploadSpace.realm_id, set: { used } });

async function ask(
  account: AccountWithKey,
  method: string,
  url: string,
  headers: Record<string, string> = {},
  body: BodyInit | null = null,
) {
  const own = { 'tus-resumable': '1.0.0', authorization: basic(account) };
  const request = new Request(url, {
    ...{ method, headers: { ...own, ...headers }, body },
    ...{ duplex: 'half' },
  });
  return t.service.handle(request, { address: '192.0.2.1' });
}

async function begin(account: AccountWithKey): Promise<string> {
  const headers = { 'upload-length': String(mebibyte) };
  const created = await ask(account, 'POST', 'http://localhost/api/v1/tus/', headers);
  expect(created.status).toBe(201);
  return created.headers.get('location')!;
}

const patch = async (account: AccountWithKey, url: string, offset: number, body: BodyInit) => {
  const type = 'application/offset+octet-stream';
  const headers = { 'content-type': type, 'upload-offset': String(offset) };
  return (await ask(account, 'PATCH', url, headers, body)).status;
};

const offsetOf = async (account: AccountWithKey, url: string) =>
  Number((await ask(account, 'HEAD', url)).headers.get('upload-offset'));

describe('the quota', () => {
  it('isn’t reserved by one account’s empty uploads against other users', async () => {
    for (const _upload of [1, 2, 3, 4]) await begin(me);
    for (const _upload of [1, 2, 3, 4]) await begin(other);
  });

  it('isn’t exceeded, whichever upload started first', async () => {
    const [first, second] = [await begin(me), await begin(me)];
    const theirs = [await begin(other), await begin(other), await begin(other)];
    for (const url of theirs) expect(await patch(other, url, 0, file)).toBe(200);
    expect(await patch(me, first, 0, file)).toBe(200);
    // Refused before a byte of it is stored.
    expect(await patch(me, second, 0, file)).toBe(413);
    expect(await offsetOf(me, second)).toBe(0);
    await use(0);
    expect(await patch(me, second, 0, file)).toBe(200);
  });

  it('doesn’t apply to a complete upload whose state is requested again', async () => {
    const url = await begin(me);
    expect(await patch(me, url, 0, file)).toBe(200);
    await use(4 * mebibyte);
    expect(await offsetOf(me, url)).toBe(mebibyte);
  });

  it('can stop an upload that fit when it started, which then waits for space', async () => {
    const url = await begin(me);
    const filling = new ReadableStream(
      {
        async pull(controller) {
          await use(4 * mebibyte);
          controller.enqueue(file);
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    expect(await patch(me, url, 0, filling)).toBe(413);
    const { body: none } = await t.call(me, 'GET', '/attachments');
    expect(none['attachments']).toEqual([]);
    await use(0);
    expect(await offsetOf(me, url)).toBe(mebibyte);
    const { body: one } = await t.call(me, 'GET', '/attachments');
    expect(one['attachments']).toMatchObject([{ size: mebibyte }]);
  });
});
