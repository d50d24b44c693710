import { openDB } from 'idb';
import { expect, it, onTestFinished } from 'vitest';
import { newId } from '../../client/new-id';
import { databaseName } from './database-name';
import { jobOf } from './engine/job';
import { UploadStore } from './store-idb';

it('restores the files beside a row of another form', async () => {
  const account = newId();
  const store = new UploadStore(account);
  onTestFinished(() => store.erase());
  const job = jobOf({
    ...{ id: 'good', draft: 'one', recipient: { type: '', to: [], topic: '' } },
    ...{ anchor: { offset: 0, text: '' }, name: 'a.txt', size: 1, type: '', lastModified: 1 },
  });
  await store.keep({ job, uploadUrl: null });
  const raw = await openDB(databaseName(account), 1);
  await raw.put('jobs', { job: { id: 'bad' } }, 'bad');
  await raw.put('jobs', 'no job at all', 'worse');
  raw.close();
  const { jobs } = await store.names();
  expect((await store.read(jobs)).map((one) => one.job.id)).toEqual(['good']);
});
