import { migrate } from './migrate';
import { openFolder } from './pglite';
import { openPostgres } from './postgres';
import type { DatabaseStore } from './store';

/** Opens the database and updates its schema. Throws `StartFailure`. */
export async function openStore(options: {
  dataDir: string;
  databaseUrl?: string | undefined;
}): Promise<DatabaseStore> {
  const store = options.databaseUrl
    ? await openPostgres(options.databaseUrl)
    : await openFolder(options.dataDir);
  try {
    await store.transaction(migrate);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}
