import { openStore } from '$lib/server/service/db/open';
import { createDatabase } from './database';
import { startTestService, type TestService } from './service';

export interface SideBySide {
  readonly services: readonly TestService[];
  /** Adds a service on the same database. */
  add(): Promise<TestService>;
  close(): Promise<void>;
}

/**
 * Services with separate connections to one database, like processes that run side by side. Only in
 * `*.pg.test.ts`.
 */
export async function startSideBySide(
  count: number,
  options: Omit<Parameters<typeof startTestService>[0], 'store' | 'owner'> = {},
): Promise<SideBySide> {
  const { url, drop } = await createDatabase();
  const services: TestService[] = [];
  const add = async () => {
    const store = await openStore({ dataDir: '', databaseUrl: url });
    const owner = services[0] && { owner: services[0].owner };
    const t = await startTestService({ ...options, ...owner, store });
    services.push(t);
    return t;
  };
  while (services.length < count) await add();
  return {
    services,
    add,
    async close() {
      await Promise.all(services.map(({ service }) => service.close()));
      await drop();
    },
  };
}
