import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  apiRequest,
  ownerInput,
  readReply,
  startTestService,
} from '../../../../tests/support/service';
import { testFiles } from '../../../../tests/support/files';
import { memoryStore } from '../../../../tests/support/stores';
import { openStore } from './db/open';
import { silentLog } from '../../../../tests/support/silent-log';
import { assembleService, openService, type AccountWithKey, type EmbeddedService } from './service';
import { hashPassword, verifyPassword } from './passwords';
import { createApiKey, isApiKey } from './api-keys';

const options = {
  baseUrl: 'http://localhost',
  log: silentLog,
  rateLimits: null,
  files: testFiles(),
};

async function call(
  service: EmbeddedService,
  account: AccountWithKey,
  method: string,
  path: string,
  params: Record<string, unknown>,
) {
  const request = apiRequest(account, method, path, params);
  return readReply(await service.handle(request, { address: '192.0.2.1' }));
}

describe('openService', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'inkwell-service-'));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it('keeps queues and their events over a restart, and doesn’t share its folder', async () => {
    const opened = await openStore({ dataDir });
    const first = await startTestService({ store: opened });
    const { owner } = first;
    const { body } = await first.call(owner, 'POST', '/register', { fetch_event_types: [] });
    await first.emit({ payload: { type: 'note' }, audience: 'realm' });
    await expect(openService({ ...options, dataDir })).rejects.toMatchObject({ reason: 'in-use' });
    await first.service.close();

    const second = await openService({ ...options, dataDir });
    const params = { queue_id: body.queue_id, last_event_id: -1, dont_block: true };
    const polled = await call(second, owner, 'GET', '/events', params);
    expect(polled.body.events).toEqual([{ type: 'note', id: 0 }]);
    await second.close();
  }, 60_000);

  it('reports in one line that the database can’t be reached', async () => {
    const databaseUrl = 'postgres://me:hidden@127.0.0.1:1/none';
    const refused = openService({ ...options, dataDir, databaseUrl });
    await expect(refused).rejects.toMatchObject({ name: 'StartFailure', reason: 'unreachable' });
    await expect(refused).rejects.toThrow(/^[^\n]*DATABASE_URL[^\n]*$/);
    await expect(refused).rejects.not.toThrow(/hidden/);
  });
});

describe('the service', () => {
  let service: EmbeddedService;
  beforeEach(async () => {
    service = await assembleService(await memoryStore(), options);
  });
  afterEach(() => service.close());

  it('has no organization at first, then one, and can’t have a second', async () => {
    expect(await service.organization()).toBeNull();
    const reply = await service.handle(new Request('http://x/api/v1/server_settings'), {
      address: '192.0.2.1',
    });
    expect((await readReply(reply)).body).not.toHaveProperty('realm_name');
    const owner = await service.createOrganization(ownerInput);
    expect(owner).toMatchObject({ email: ownerInput.email, full_name: ownerInput.full_name });
    expect(await service.organization()).toEqual({ name: ownerInput.name, sample: false });
    await expect(service.createOrganization(ownerInput)).rejects.toMatchObject({ status: 409 });
  });

  it('offers no one by name outside a sample organization', async () => {
    const owner = await service.createOrganization(ownerInput);
    expect(await service.samplePeople()).toEqual([]);
    await expect(service.signInAsSample(owner.user_id)).rejects.toThrow();
  });

  it('answers waiting polls when it closes', async () => {
    const owner = await service.createOrganization(ownerInput);
    const made = await call(service, owner, 'POST', '/register', { fetch_event_types: [] });
    const { queue_id } = made.body;
    const waiting = call(service, owner, 'GET', '/events', { queue_id, last_event_id: -1 });
    await expect.poll(async () => (await service.figures()).waiting_polls).toBe(1);
    await service.close();
    expect((await waiting).body).toMatchObject({ result: 'success', events: [] });
    await expect(service.ready()).rejects.toThrow();
    service = await assembleService(await memoryStore(), options);
  });
});

describe('createOrganization', () => {
  let service: EmbeddedService;
  beforeAll(async () => {
    service = await assembleService(await memoryStore(), options);
  });
  afterAll(() => service.close());

  it.each([
    ['a name', { name: '  ' }],
    ['a short enough name', { name: 'x'.repeat(61) }],
    ['a name of one line', { name: 'Tern\0Tallow' }],
    ['a person', { full_name: '' }],
    ['a person with a name that can be mentioned', { full_name: 'A*da' }],
    ['an address', { email: 'nobody' }],
    ['a long enough password', { password: '12345' }],
    ['a short enough password', { password: 'x'.repeat(101) }],
  ])('requires %s, and names the field', async (_what, values) => {
    const created = service.createOrganization({ ...ownerInput, ...values });
    await expect(created).rejects.toMatchObject({ name: 'ServiceFailure', status: 400 });
    const [field = ''] = Object.keys(values);
    await expect(created).rejects.toHaveProperty(['fields', 'errors', field]);
  });

  it('has created nothing when it refuses', async () => {
    expect(await service.organization()).toBeNull();
  });
});

describe('secrets', () => {
  it('passwords match only their own hash', async () => {
    const hash = await hashPassword('ﬁne password');
    expect(hash).not.toBe(await hashPassword('ﬁne password'));
    expect(await verifyPassword('fine password', hash)).toBe(true);
    expect(await verifyPassword('fine passwords', hash)).toBe(false);
    expect(await verifyPassword('', null)).toBe(false);
  });

  it('keys are 32 letters and digits', () => {
    const keys = Array.from({ length: 200 }, createApiKey);
    expect(keys.every(isApiKey)).toBe(true);
    expect(new Set(keys).size).toBe(200);
  });
});
