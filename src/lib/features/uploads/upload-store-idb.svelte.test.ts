import { openDB } from 'idb';
import { expect, it, onTestFinished } from 'vitest';
import { newId } from '../../client/new-id';
import { uploadsDatabaseName } from './database-name';
import { uploadJobOf } from './engine/upload-job';
import { UploadStore } from './upload-store-idb';

it('restores the files beside a row in another format', async () => {
  const account = newId();
  const store = new UploadStore(account);
  onTestFinished(() => store.erase());
  const job = uploadJobOf({
    id: 'good',
    draft: 'one',
    recipient: { type: '', to: [], topic: '' },
    anchor: { offset: 0, text: '' },
    name: 'a.txt',
    size: 1,
    type: '',
    lastModified: 1,
  });
  await store.keep({ job, uploadUrl: null });
  const raw = await openDB(uploadsDatabaseName(account), 1);
  await raw.put('jobs', { job: { id: 'bad' } }, 'bad');
  await raw.put('jobs', 'no job at all', 'worse');
  raw.close();
  const { jobs } = await store.names();
  expect((await store.read(jobs)).map((one) => one.job.id)).toEqual(['good']);
});
