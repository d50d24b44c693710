import process from 'node:process';
import { openService } from '$lib/server/service/service';
import { folderOfTheKilled, testFiles } from './files';
import { held } from './held';
import { silentLog } from './silent-log';
import { listen } from './socket';

/**
 * The program of `startProcess`: a service on DATABASE_URL, with every reply checked against its
 * documented shape. Prints its URL and runs until it is killed.
 */
const service = await openService({
  dataDir: '',
  databaseUrl: process.env.DATABASE_URL,
  baseUrl: 'http://localhost',
  files: testFiles({}, { folder: folderOfTheKilled }),
  log: silentLog,
  rateLimits: null,
});
const { url } = await listen(held(service));
process.stdout.write(`${url}\n`);
