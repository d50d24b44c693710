import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../../tests/support/service';
import { memoryStore } from '../../../../tests/support/stores';
import type { DatabaseStore } from './db/store';

let t: TestService;
let problem: Error | null = null;
beforeAll(async () => {
  const store = await memoryStore();
  const full: DatabaseStore = {
    ...store,
    transaction: (work, isolation) =>
      problem ? Promise.reject(problem) : store.transaction(work, isolation),
  };
  t = await startTestService({ store: full });
});
afterAll(() => t.service.close());

const failed = (code: string) => Object.assign(new Error('no room'), { code });
const save = () => t.call(t.owner, 'POST', '/saved_snippets', { title: 'a', content: 'b' });

it.each(['53100', 'ENOSPC'])('reports for a minute that the disk is full (%s)', async (code) => {
  expect(await t.service.ready()).toBe('ok');
  problem = new Error('drizzle', { cause: failed(code) });
  const reply = await save();
  problem = null;
  expect(reply).toMatchObject({ status: 507, body: { result: 'error', code: 'DISK_FULL' } });
  expect(reply.body.msg).toMatch(/full/);
  expect(await t.service.ready()).toBe('disk full');
  expect((await save()).status).toBe(200);
  t.clock.advance(60_000);
  expect(await t.service.ready()).toBe('ok');
});
