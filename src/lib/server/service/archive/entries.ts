/**
 * Version of the archive's format and content. Increase it when an older Inkwell couldn't read the
 * result.
 */
export const archiveVersion = 1;

/** First and last entry. */
export const manifestEntry = 'manifest.json';
export const summaryEntry = 'summary.json';

export const rowsEntry = (table: string, part: number) =>
  `rows/${table}/${String(part).padStart(6, '0')}.jsonl`;

export const fileEntry = (path_id: string) => `files/${path_id}`;

/** What an entry is, by its name. Null for anything that doesn't belong in an archive. */
export function readName(
  name: string,
): { readonly table: string; readonly part: number } | { readonly path_id: string } | null {
  const [, table, part] = /^rows\/([a-z_]{1,63})\/(\d{6,9})\.jsonl$/.exec(name) ?? [];
  if (table !== undefined) return { table, part: Number(part) };
  if (!name.startsWith('files/')) return null;
  const path_id = name.slice('files/'.length);
  return isPathId(path_id) ? { path_id } : null;
}

/**
 * Whether it has the form of this service's path ids, so that it can't lead out of the files'
 * folder.
 */
export function isPathId(path_id: string): boolean {
  const [, last = ''] = /^\d{1,10}\/[0-9a-f]{1,2}\/[\w-]{1,64}\/([^/\\]+)$/u.exec(path_id) ?? [];
  return (
    last !== '' &&
    !/^\.{1,2}$/.test(last) &&
    !/\p{Cc}/u.test(last) &&
    last.isWellFormed() &&
    Buffer.byteLength(last) <= 255
  );
}
