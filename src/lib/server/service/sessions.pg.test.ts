import { afterAll, beforeAll } from 'vitest';
import { createDatabase } from '../../../../tests/support/database';
import { checkSessionEnds } from '../../../../tests/support/session-ends';
import { startTestService, type TestService } from '../../../../tests/support/service';
import { openStore } from './db/open';

/** Two services, each with its own connections, on one database: what two processes are. */
let first: TestService;
let second: TestService;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createDatabase();
  drop = database.drop;
  const open = () => openStore({ dataDir: '', databaseUrl: database.url });
  const [a, b] = await Promise.all([open(), open()]);
  first = await startTestService({ store: a });
  second = await startTestService({ store: b, owner: first.owner });
});

afterAll(async () => {
  await Promise.all([first.service.close(), second.service.close()]);
  await drop();
});

checkSessionEnds(() => [first, second]);
