import { openDB } from 'idb';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { file, tab } from '../../../../tests/support/ui/uploads-tab.svelte';
import { withoutLocks } from '../../../../tests/support/without-locks';
import { UploadsLoader } from './uploads-loader.svelte';
import { uploadsDatabaseName } from './database-name';
import { UploadStore } from './upload-store-idb';
import { TransferFailure } from './file-transfer';
import type { AccountUploads } from './account-uploads.svelte';

/** Names of the files that this browser has stored for an account. */
async function keptIn(account: string): Promise<readonly string[]> {
  const store = new UploadStore(account);
  const kept = await store.read((await store.names()).jobs);
  await store.close();
  return kept.flatMap(({ job, file }) => (file ? [job.name] : []));
}

const states = (uploads: AccountUploads) => uploads.jobs.map(({ state }) => state);

describe('Uploads', () => {
  it('puts the links of two drafts into the right one, whichever arrives first', async () => {
    const { uploads, network, text, one, two } = await tab();
    await uploads.add(one, [file('a.txt'), file('b [x].txt')]);
    await uploads.add(two, [file('c.txt')]);
    (await network.of('c.txt')).finish();
    (await network.of('b [x].txt')).finish({ url: '/user_uploads/2/b', filename: 'b [x].txt' });
    (await network.of('a.txt')).finish();
    await expect
      .poll(() => text(one))
      .toBe('The first [a.txt](/user_uploads/2/a.txt) [b x.txt](/user_uploads/2/b)');
    expect(text(two)).toBe('The second [c.txt](/user_uploads/2/c.txt)');
    await expect.poll(() => uploads.jobs.every(({ placed }) => placed)).toBe(true);
  });

  it.each([
    ['does not tell what it has room for', undefined, false],
    ['keeps bytes alone', { estimate: () => Promise.reject(new TypeError('no')) }, true],
  ])('stores files even if the browser %s', async (_, storage, refusesBlobs) => {
    vi.spyOn(navigator, 'storage', 'get').mockReturnValue(storage as unknown as StorageManager);
    onTestFinished(() => void vi.restoreAllMocks());
    if (refusesBlobs) {
      const { put } = IDBObjectStore.prototype;
      // Like WebKit in private windows.
      vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
        this: IDBObjectStore,
        ...[value, key]
      ) {
        if (value instanceof Blob) throw new DOMException('Error preparing Blob', 'DataCloneError');
        return put.call(this, value, key);
      });
    }
    const before = await tab();
    await before.uploads.add(before.one, [file('a.txt')]);
    await expect.poll(() => keptIn(before.id)).toEqual(['a.txt']);
    await before.close();
    const after = await tab(before.id);
    const { upload } = await after.network.of('a.txt');
    expect(upload.file).toMatchObject({ size: 10, type: 'text/plain' });
  });

  it('reports immediately which files can never be uploaded, and sends the others', async () => {
    const { uploads, network, one } = await tab();
    const folder = { ...file('photos', 4), isFolder: true };
    await uploads.add(one, [file('empty', 0), folder, file('big', 2 ** 20 + 1), file('good')]);
    expect(uploads.jobs.map(({ problem }) => problem)).toEqual([
      'empty',
      'folder',
      'too_large',
      null,
    ]);
    await expect.poll(() => network.names).toEqual(['good']);
  });

  it('pauses, resumes, and drops the server’s part of a canceled file', async () => {
    const { uploads, network, one } = await tab();
    await uploads.add(one, [file('a')]);
    const [job] = uploads.jobs;
    (await network.of('a')).report.uploadUrl('/json/tus/a');
    uploads.pause(job?.id ?? '');
    expect((await network.of('a')).signal.aborted).toBe(true);
    uploads.resume(job?.id ?? '');
    await expect.poll(() => network.all.length).toBe(2);
    expect((await network.of('a')).upload.uploadUrl).toBe('/json/tus/a');
    uploads.cancel(job?.id ?? '');
    expect(network.dropped).toEqual(['/json/tus/a']);
    expect(uploads.jobs).toEqual([]);
  });

  it('waits for a new sign-in, and resumes where it stopped', async () => {
    const { uploads, network, one, connect, text } = await tab();
    await uploads.add(one, [file('a')]);
    (await network.of('a')).report.uploadUrl('/json/tus/a');
    (await network.of('a')).fail(new TransferFailure({ kind: 'signedOut' }));
    await expect.poll(() => states(uploads)).toEqual(['signedOut']);
    connect('signed-out');
    connect('online');
    await expect.poll(() => network.all.length).toBe(2);
    expect((await network.of('a')).upload.uploadUrl).toBe('/json/tus/a');
    (await network.of('a')).finish();
    await expect.poll(() => text(one)).toContain('/user_uploads/2/a');
  });

  it('sends nothing before it knows what the server supports', async () => {
    const before = await tab();
    await before.close();
    const { uploads, network, one, tell } = await tab(before.id, { hasState: false });
    await uploads.add(one, [file('a')]);
    expect(states(uploads)).toEqual(['queued']);
    tell();
    await expect.poll(() => network.names).toEqual(['a']);
  });

  it('continues after a reload with the stored file', async () => {
    const before = await tab();
    await before.uploads.add(before.one, [file('a')]);
    (await before.network.of('a')).report.uploadUrl('/json/tus/a');
    await before.close();
    const after = await tab(before.id);
    await expect.poll(() => after.network.names).toEqual(['a']);
    const { upload, finish } = await after.network.of('a');
    expect(upload.uploadUrl).toBe('/json/tus/a');
    expect(upload.file.size).toBe(10);
    finish();
    await expect.poll(() => after.text(before.one)).toContain('/user_uploads/2/a');
  });

  it('leaves files to the next page when the account was left while the uploads were loading', async () => {
    const before = await tab();
    await before.uploads.add(before.one, [file('a')]);
    await before.network.of('a');
    await before.close();
    const loader = new UploadsLoader(before.account, before.drafts, () => undefined);
    const loading = loader.load();
    loader.stop();
    await loading;
    const after = await tab(before.id);
    await expect.poll(() => after.network.names).toEqual(['a']);
  });

  describe.each([
    ['with the Locks API', true],
    ['by plain http, without it', false],
  ])('in two tabs %s', (_, hasLocks) => {
    beforeEach(() => {
      if (!hasLocks) withoutLocks();
    });

    it('takes nothing over from a tab that is still open', async () => {
      const before = await tab();
      await before.uploads.add(before.one, [file('a')]);
      const other = await tab(before.id);
      await other.uploads.add(other.two, [file('b')]);
      await expect.poll(() => other.network.names).toEqual(['b']);
      expect(other.uploads.jobs.map(({ name }) => name)).toEqual(['b']);
    });

    it('continues what a closed tab left behind', async () => {
      const before = await tab();
      await before.uploads.add(before.one, [file('a')]);
      (await before.network.of('a')).report.uploadUrl('/json/tus/a');
      const other = await tab(before.id);
      expect(other.uploads.jobs).toEqual([]);
      await before.close();
      const { upload, finish } = await other.network.of('a');
      expect(upload).toMatchObject({ uploadUrl: '/json/tus/a', unanswered: true });
      finish();
      await expect.poll(() => other.text(before.one)).toContain('/user_uploads/2/a');
    });

    it('links a file once while the user types in the other tab', async () => {
      const here = await tab();
      await here.uploads.add(here.one, [file('a')]);
      const there = await tab(here.id);
      there.drafts.focus(there.one);
      there.drafts.edit(there.one, 'Yes. The first');
      // Without a claim, the other tab has started its own upload by the time this one is stored.
      await there.uploads.add(there.two, [file('b')]);
      await there.network.of('b');
      for (const [index, sent] of [...here.network.all, ...there.network.all].entries()) {
        sent.finish({ url: `/user_uploads/2/${index}`, filename: sent.upload.name });
      }
      await expect.poll(() => here.text(here.one)).toContain('[a](/user_uploads/2/0)');
      there.drafts.blur(there.one);
      for (const one of [here, there]) {
        await expect.poll(() => one.text(one.one)).toBe('Yes. The first [a](/user_uploads/2/0)');
        await expect.poll(() => one.text(one.two)).toBe('The second [b](/user_uploads/2/1)');
      }
    });
  });

  it('deletes stored files as soon as storing is switched off', async () => {
    const before = await tab();
    await before.uploads.add(before.one, [file('a')]);
    const kept = () => keptIn(before.id);
    await expect.poll(kept).toEqual(['a']);
    before.uploads.setSetting('keep', false);
    await expect.poll(kept).toEqual([]);
    // The upload still continues in this page.
    (await before.network.of('a')).finish();
    await expect.poll(() => before.text(before.one)).toContain('/user_uploads/2/a');
    expect(await kept()).toEqual([]);
  });

  it.each([true, false])('leaves nothing behind at sign-out, with locks: %s', async (hasLocks) => {
    if (!hasLocks) withoutLocks();
    const { uploads, one, id } = await tab();
    const names = async () =>
      (await indexedDB.databases()).flatMap(({ name = '' }) => (name.includes(id) ? [name] : []));
    await uploads.add(one, [file('a')]);
    await expect.poll(() => keptIn(id)).toEqual(['a']);
    expect(await names()).toContain(uploadsDatabaseName(id));
    await uploads.erase();
    await expect.poll(names).toEqual([`inkwell.drafts.${id}`]);
  });

  it('deletes a lock that a closed tab left behind on plain http', async () => {
    withoutLocks();
    const { id, close } = await tab();
    const left = `inkwell.upload.${id}.done`;
    await close();
    (await openDB(left)).close();
    await tab(id);
    const names = async () => (await indexedDB.databases()).map(({ name }) => name);
    await expect.poll(names).not.toContain(left);
  });

  it('stores nothing while storing is switched off', async () => {
    const before = await tab();
    before.uploads.setSetting('keep', false);
    await before.uploads.add(before.one, [file('a')]);
    await before.close();
    const after = await tab(before.id);
    await after.uploads.add(after.two, [file('b')]);
    expect(after.uploads.jobs.map(({ name }) => name)).toEqual(['b']);
  });

  it('sends a held message once all its files are in the text', async () => {
    const { uploads, drafts, network, one, calls } = await tab();
    await uploads.add(one, [file('a'), file('b')]);
    drafts.send(one);
    await expect.poll(() => uploads.isHeld(one)).toBe(true);
    (await network.of('a')).finish();
    await expect.poll(() => uploads.of(one).filter(({ placed }) => placed).length).toBe(1);
    expect(calls('sendMessage')).toEqual([]);
    (await network.of('b')).finish();
    await expect
      .poll(() => calls('sendMessage'))
      .toMatchObject([{ content: 'The first [a](/user_uploads/2/a) [b](/user_uploads/2/b)' }]);
    await expect.poll(() => uploads.jobs).toEqual([]);
  });

  it('cancels the files of a deleted draft', async () => {
    const { uploads, drafts, network, one } = await tab();
    await uploads.add(one, [file('a')]);
    drafts.remove([one]);
    await expect.poll(() => uploads.jobs).toEqual([]);
    expect((await network.of('a')).signal.aborted).toBe(true);
  });

  it('resumes the files of a deleted draft when it is restored', async () => {
    const { uploads, drafts, network, one, text } = await tab();
    await uploads.add(one, [file('a')]);
    (await network.of('a')).report.uploadUrl('/json/tus/a');
    drafts.remove([one]);
    await expect.poll(() => uploads.jobs).toEqual([]);
    await expect.poll(() => drafts.trash.length).toBe(1);
    const back = drafts.restore(drafts.trash[0]?.id ?? '');
    await expect.poll(() => network.all.length).toBe(2);
    expect((await network.of('a')).upload.uploadUrl).toBe('/json/tus/a');
    expect(network.dropped).toEqual([]);
    (await network.of('a')).finish();
    await expect.poll(() => text(back)).toBe('The first [a](/user_uploads/2/a)');
  });

  it('keeps the recipient of a draft that had no text yet', async () => {
    const { uploads, drafts, network } = await tab();
    const key = drafts.create({ type: 'stream', to: [5], topic: 'new' });
    drafts.focus(key);
    await uploads.add(key, [file('a')]);
    drafts.blur(key);
    drafts.leave(key);
    (await network.of('a')).finish();
    await expect
      .poll(() => drafts.get(key)?.body)
      .toMatchObject({
        ...{ type: 'stream', to: [5], topic: 'new' },
        content: '[a](/user_uploads/2/a)',
      });
  });
});
