import { expect, it } from 'vitest';
import { pastedFilesOnly } from './pasted-files';

const clip = (text: string, ...names: string[]) => ({
  files: names.map((name) => new File(['x'], name)),
  getData: () => text,
});

it.each([
  // A file copied in the macOS Finder: the clipboard text is its name.
  [clip('dictionary.md', 'dictionary.md'), 1],
  [clip('a.png\rb.png', 'a.png', 'b.png'), 2],
  [clip('A\u030angst.txt', 'Ångst.txt'), 1],
  // Linux file managers put the file's path there.
  [clip('/home/ada/notes.txt', 'notes.txt'), 1],
  // "Copy image" has no text; a spreadsheet has the text of its cells.
  [clip('', 'image.png'), 1],
  [clip('Name\tSize\n', 'image.png'), 0],
  [clip('just words'), 0],
])('case %#', (data, wanted) => {
  expect(pastedFilesOnly(data)).toHaveLength(wanted);
});
