import process from 'node:process';
import { silentLog } from '../support/silent-log';
import { openService } from '$lib/server/service/service';
import { folderOfTheKilled, testFiles } from '../support/files';

// A service on DATABASE_URL that runs until it's killed. It doesn't serve requests.
await openService({
  dataDir: '',
  databaseUrl: process.env['DATABASE_URL'],
  baseUrl: 'http://localhost',
  files: testFiles({}, { folder: folderOfTheKilled }),
  log: silentLog,
});
process.stdout.write('ready\n');
