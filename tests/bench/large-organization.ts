import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vacuumAndAnalyze } from '../../src/lib/server/service/service';
import { openStore } from '$lib/server/service/db/open';
import type { DatabaseStore } from '$lib/server/service/db/store';
import { assembleService } from '$lib/server/service/service';
import { testFiles } from '../support/files';
import { startPostgres } from '../support/postgres';
import { silentLog } from '../support/silent-log';

type Kind = DatabaseStore['kind'];

/** The large sample in this process. */
export interface LargeOrganization {
  readonly store: DatabaseStore;
  /**
   * Returns the body of a successful reply, as sent. `caller` is the name of a credentials file of
   * the sample.
   */
  ask(
    caller: string,
    method: string,
    path: string,
    fields?: Fields,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Buffer>;
}

/** Values that aren't strings are sent as JSON. */
type Fields = Readonly<Record<string, unknown>>;

/** Fills a database of this kind with the large sample, and deletes it after `work`. */
export async function withLargeOrganization<T>(
  kind: Kind,
  work: (organization: LargeOrganization) => Promise<T>,
): Promise<T> {
  const place = kind === 'pglite' ? await ownFolder() : await ownServer();
  try {
    const store = await openStore(place);
    const service = await assembleService(store, {
      ...{ baseUrl: 'http://localhost', log: silentLog, files: testFiles(), rateLimits: null },
    });
    try {
      const { accounts } = await service.fillSample('large');
      await vacuumAndAnalyze(store);
      return await work({
        store,
        async ask(caller, method, path, fields = {}, headers = {}) {
          const { email, api_key } = accounts.find(({ file }) => file === caller)!;
          const values = Object.entries(fields).map(([name, value]) => [
            name,
            typeof value === 'string' ? value : JSON.stringify(value),
          ]);
          const form = new URLSearchParams(values);
          const isRead = method === 'GET';
          const request = new Request(`http://localhost/api/v1${path}${isRead ? `?${form}` : ''}`, {
            method,
            headers: { ...headers, authorization: `Basic ${btoa(`${email}:${api_key}`)}` },
            ...(!isRead && { body: form }),
          });
          const response = await service.handle(request, { address: '198.51.100.1' });
          const body = Buffer.from(await response.arrayBuffer());
          if (response.status !== 200) throw new Error(`${method} ${path}: ${String(body)}`);
          return body;
        },
      });
    } finally {
      await service.close();
    }
  } finally {
    await place.remove();
  }
}

async function ownFolder() {
  const dataDir = await mkdtemp(join(tmpdir(), 'inkwell-bench-'));
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

async function ownServer() {
  const { url, stop } = await startPostgres({ durable: true });
  return { dataDir: '', databaseUrl: url, remove: stop };
}
