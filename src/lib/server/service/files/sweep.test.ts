import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addChannel, openQueue } from '../../../../../tests/support/channels';
import { basic, startTestService, type TestService } from '../../../../../tests/support/service';
import { silentLog } from '../../../../../tests/support/silent-log';
import { attachments, discardedFiles, uploads } from '../db/schema/files';
import type { AccountWithKey } from '../service';
import { storageNames, storages, type TestStorage } from '../../../../../tests/support/storages';

describe.each(storageNames)('in %s', (place) => {
  const hour = 3_600_000;
  const day = 24 * hour;
  let storage: TestStorage;
  let t: TestService;
  let me: AccountWithKey;
  const warnings: object[] = [];
  const log = { ...silentLog, warn: (fields: object) => void warnings.push(fields) };
  beforeAll(async () => {
    storage = await storages[place]();
    t = await startTestService({ filesIn: storage.place, log });
  });
  afterAll(async () => {
    await t.service.close();
    await storage.close();
  });
  beforeEach(async () => {
    me = await t.addUser();
  });

  const stored = () => storage.stored();
  async function upload(name: string): Promise<string> {
    const form = new FormData();
    form.append('file', new File(['x'], name));
    return (await t.call(me, 'POST', '/user_uploads', form)).body['url'] as string;
  }
  async function begin(name: string): Promise<string> {
    const headers = {
      authorization: basic(me),
      'tus-resumable': '1.0.0',
      'upload-length': '10',
      'upload-metadata': `filename ${btoa(name)}`,
    };
    const request = new Request('http://localhost:4100/api/v1/tus/', { method: 'POST', headers });
    const response = await t.service.handle(request, { address: '192.0.2.1' });
    return response.headers.get('location')!;
  }

  /** Makes rows older, because advancing the clock would step through every second. */
  async function age(table: typeof uploads | typeof attachments, milliseconds: number) {
    const since = new Date(t.clock.now() - milliseconds);
    if (table === uploads) await t.store.db.update(uploads).set({ touched: since });
    else await t.store.db.update(attachments).set({ unclaimed_since: since }).where(unclaimed);
  }
  const unclaimed = isNotNull(attachments.unclaimed_since);

  it('removes uploads without progress for a day, and frees their space', async () => {
    await begin('abandoned.txt');
    await age(uploads, 24 * hour);
    await begin('fresh.txt');
    t.clock.advance(hour);
    await expect.poll(stored).not.toContain('abandoned.txt');
    expect(await stored()).toContain('fresh.txt');
    expect(await t.store.db.select().from(uploads)).toHaveLength(1);
  });

  // A bucket can remove anything.
  if (place === 'a folder') {
    it('removes the others if one can’t be removed, and logs that one once', async () => {
      const { db } = t.store;
      // A folder in place of a file.
      const { folder } = storage.place as { folder: string };
      await mkdir(join(folder, '0', 'stuck', 'inside'), { recursive: true });
      await upload('left.txt');
      const [left] = await db.select().from(attachments).where(unclaimed);
      await db.insert(discardedFiles).values([{ path_id: '0/stuck' }, { path_id: left!.path_id }]);
      t.clock.advance(hour);
      await expect.poll(stored).not.toContain('left.txt');
      await expect.poll(() => db.select().from(discardedFiles)).toEqual([{ path_id: '0/stuck' }]);
      // The next sweep finds the same file again.
      const later = await upload('later.txt');
      await db.insert(discardedFiles).values({ path_id: later.slice('/user_uploads/'.length) });
      t.clock.advance(hour);
      await expect.poll(() => db.select().from(discardedFiles)).toEqual([{ path_id: '0/stuck' }]);
      expect(warnings).toMatchObject([{ item: 'file 0/stuck' }]);
      await db.delete(discardedFiles);
    });
  }

  it('removes files that no message has linked for four weeks, and notifies the owner', async () => {
    const { id } = await addChannel(t, {}, [me]);
    await upload('never.txt');
    const linked = await upload('linked.txt');
    const waiting = await upload('später.txt');
    const to = { type: 'stream', to: id, topic: 'x' };
    await t.call(me, 'POST', '/messages', { ...to, content: `[a](${linked})` });
    await t.call(me, 'POST', '/scheduled_messages', {
      ...to,
      content: `[a](${waiting})`,
      scheduled_delivery_timestamp: t.clock.now() / 1000 + 86_400,
    });
    const listed = async () => {
      const { body } = await t.call(me, 'GET', '/attachments');
      return (body['attachments'] as { name: string }[]).map(({ name }) => name);
    };
    await age(attachments, 28 * day - 2 * hour);
    t.clock.advance(hour);
    const queue = await openQueue(t, me, {
      event_types: ['attachment'],
      queue_lifespan_secs: 86_400,
    });
    expect(await listed()).toEqual(['never.txt', 'linked.txt', 'später.txt']);
    await age(attachments, 28 * day);
    t.clock.advance(hour);
    await expect.poll(listed).toEqual(['linked.txt', 'später.txt']);
    expect(await queue.events()).toMatchObject([{ type: 'attachment', op: 'remove' }]);
    await expect.poll(stored).not.toContain('never.txt');
    expect(await stored()).toEqual(expect.arrayContaining(['linked.txt', 'später.txt']));
  });
});
