import { describe, expect, it } from 'vitest';
import type { FileAttachment } from '../../api/attachments';
import { findUploadedFile, type OwnAttachments } from './file-sender';

interface Stored {
  readonly name: string;
  readonly text: string;
  readonly at?: number;
  readonly isLinked?: boolean;
}

/** A user's files on a server, and which of them were read. */
function filesOf(stored: readonly Stored[]) {
  const read: string[] = [];
  const files: OwnAttachments = {
    list: () =>
      Promise.resolve(
        stored.map(({ name, text, at = 0, isLinked }, id): FileAttachment => {
          const messages = isLinked ? [{ id: 1, date_sent: 0 }] : [];
          return { id, name, path_id: `2/${id}`, size: text.length, create_time: at, messages };
        }),
      ),
    read: (url) => {
      read.push(url);
      return Promise.resolve(new Blob([stored[Number(url.split('/').at(-1))]?.text ?? '']));
    },
  };
  return { files, read };
}

const fileToFind = (name: string, text: string) => ({ name, file: new Blob([text]) });

describe('a search for a file that already arrived', () => {
  it('finds the file by name and content, the newest first', async () => {
    const { files } = filesOf([
      { name: 'a.txt', text: 'same' },
      { name: 'a.txt', text: 'same', at: 2 },
      { name: 'a.txt', text: 'othr', at: 3 },
      { name: 'b.txt', text: 'same', at: 4 },
    ]);
    expect(await findUploadedFile(files, fileToFind('a.txt', 'same'))).toEqual({
      url: '/user_uploads/2/1',
      filename: 'a.txt',
    });
  });

  it('ignores files with other content, and files linked in a message', async () => {
    const { files, read } = filesOf([
      { name: 'a.txt', text: 'othr' },
      { name: 'a.txt', text: 'longer' },
      { name: 'a.txt', text: 'same', isLinked: true },
    ]);
    expect(await findUploadedFile(files, fileToFind('a.txt', 'same'))).toBeNull();
    expect(read).toEqual(['/user_uploads/2/0']);
  });

  it('skips files that the server can’t return, and works without its list', async () => {
    const { files } = filesOf([
      { name: 'a.txt', text: 'same', at: 1 },
      { name: 'a.txt', text: 'same', at: 2 },
    ]);
    const read = (url: string) => (url.endsWith('/1') ? Promise.resolve(null) : files.read(url));
    expect(await findUploadedFile({ ...files, read }, fileToFind('a.txt', 'same'))).toMatchObject({
      url: '/user_uploads/2/0',
    });
    const list = () => Promise.resolve(null);
    expect(await findUploadedFile({ ...files, list }, fileToFind('a.txt', 'same'))).toBeNull();
  });

  it('reads only a few files', async () => {
    const { files, read } = filesOf(
      Array.from({ length: 50 }, (_, at) => ({ name: 'a.txt', text: 'othr', at })),
    );
    expect(await findUploadedFile(files, fileToFind('a.txt', 'same'))).toBeNull();
    expect(read).toHaveLength(3);
  });
});
