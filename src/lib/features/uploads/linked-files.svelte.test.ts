import { describe, expect, it } from 'vitest';
import { ApiError, NetworkFailure } from '../../api/errors';
import { anAccount } from '../../../../tests/support/account';
import { LinkedFiles } from './linked-files';

const link = (name: string) => `[${name}](/user_uploads/2/a/b/${encodeURIComponent(name)})`;
const refused = (status: number) =>
  new ApiError('getFileTemporaryUrl', status, 'BAD_REQUEST', 'No.');
const offline = new NetworkFailure('getFileTemporaryUrl', 'unreachable');

/** A server that has these files of the user, and answers for others by name. */
function server(own: readonly string[], others: Record<string, Error> = {}) {
  const attachments = own.map((name, id) => ({
    id,
    name,
    path_id: `2/a/b/${name}`,
    size: 1,
    create_time: 1_700_000_000_000,
    messages: [],
  }));
  const requests: string[] = [];
  const world = { others };
  const { account, connect } = anAccount({
    answers: {
      getAttachments: () => {
        requests.push('list');
        return { attachments, upload_space_used: own.length };
      },
      getFileTemporaryUrl: ({ filename }) => {
        requests.push(filename);
        const failure = world.others[filename.split('/').at(-1) ?? ''];
        return failure ? Promise.reject(failure) : { url: '/x' };
      },
    },
  });
  return { files: new LinkedFiles(account), requests, world, connect };
}
const found = (files: LinkedFiles, text: string) =>
  files.missingIn(text).map(({ link: { label }, what }) => `${label} ${what}`);
/** Waits until the requests are answered. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('linked files', () => {
  it('are missing when they are deleted or hidden from the user, in the order of the text', async () => {
    const { files } = server(['mine.txt'], { 'old.txt': refused(404), 'theirs.txt': refused(403) });
    const text = [link('old.txt'), link('mine.txt'), link('theirs.txt'), link('shared.txt')].join();
    expect(found(files, text)).toEqual([]);
    files.look([text]);
    await expect.poll(() => found(files, text)).toHaveLength(2);
    expect(found(files, text)).toEqual(['old.txt gone', 'theirs.txt hidden']);
  });

  it('are looked up once, the user’s own by one list', async () => {
    const { files, requests } = server(['mine.txt', 'Übersicht 1.txt'], {
      'old.txt': refused(404),
    });
    const text = `${link('mine.txt')} ${link('Übersicht 1.txt')} ${link('old.txt')}`;
    files.look([text, text]);
    files.look([text]);
    await expect.poll(() => found(files, text)).toEqual(['old.txt gone']);
    files.look([`${text} or more`]);
    await settled();
    expect(requests).toEqual(['list', 'a/b/old.txt']);
  });

  it('are not missing when the server does not answer, and are looked up again', async () => {
    const { files, world } = server([], { 'old.txt': offline, 'busy.txt': refused(500) });
    const text = `${link('old.txt')}${link('busy.txt')}`;
    files.look([text]);
    await settled();
    expect(found(files, text)).toEqual([]);
    world.others = { 'old.txt': refused(404) };
    const foundNow = () => {
      files.look([text]);
      return found(files, text);
    };
    await expect.poll(foundNow).toEqual(['old.txt gone']);
  });

  it('are not looked up offline', async () => {
    const { files, requests, connect } = server([]);
    connect('offline');
    files.look([link('old.txt')]);
    await settled();
    expect(requests).toEqual([]);
  });

  it('are never looked up when a text has none', async () => {
    const { files, requests } = server([]);
    files.look(['text', '[a](https://example.org/user_uploads/2/a/b/x)', '/user_uploads/%ff']);
    await settled();
    expect(requests).toEqual([]);
    files.look(['[x](/user_uploads/2/%ff) [y](/user_uploads/thumbnail/x)']);
    await settled();
    expect(requests).toEqual(['list']);
  });
});
