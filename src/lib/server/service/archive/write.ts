import type { Store } from '../db/store';
import type { Log } from '../log';
import { exactly } from '../storage/exact-length';
import type { FileStorage } from '../storage/storage';
import { fileEntry, manifestEntry, rowsEntry, summaryEntry, version } from './entries';
import type { ArchiveScope } from './scope';
import { nameOf, snapshots, type Snapshot } from './snapshot';
import { archivedTables, leftOut, type ArchivedTable, type NamedFile, type Row } from './tables';
import { tarEnd, tarHeader, tarPadding } from './tar';

/** Bytes of rows in one entry of the archive, and so in memory. */
const chunk = 1024 * 1024;
/** Milliseconds for which the storage may keep it waiting. */
const patience = 60_000;

interface Sources {
  readonly store: Store;
  readonly storage: FileStorage;
  readonly log: Log;
}

/**
 * The organization as an archive, not yet compressed; docs/archive.md describes it. It holds a
 * megabyte of rows at a time. `made` in UNIX seconds. A file that the storage has lost is left out.
 */
export async function* writeArchive(
  sources: Sources,
  scope: ArchiveScope,
  made: number,
): AsyncGenerator<Buffer, void> {
  const files: NamedFile[] = [];
  const rows: Record<string, number> = {};
  const entry = (name: string, content: string) => wholeEntry(name, content, made);
  for await (const snapshot of snapshots(sources.store, scope)) {
    const { counters } = snapshot;
    const left_out = Object.fromEntries(leftOut.map((each) => [nameOf(each), each.why]));
    yield entry(
      manifestEntry,
      pretty({ format: 'inkwell', version, scope, made, counters, left_out }),
    );
    for (const table of archivedTables) {
      const name = nameOf(table);
      rows[name] = 0;
      let part = 0;
      for await (const lines of chunksOf(snapshot, table, files)) {
        rows[name] += lines.length;
        yield entry(rowsEntry(name, ++part), `${lines.join('\n')}\n`);
      }
    }
  }
  let sent = 0;
  for (const file of files) {
    const range = { start: 0, end: file.size - 1 };
    const bytes = file.size === 0 ? [] : await sources.storage.read(file.path_id, range);
    if (!bytes) {
      sources.log.warn({}, 'a file is not in the storage, and so in no archive');
      continue;
    }
    sent += 1;
    yield tarHeader(fileEntry(file.path_id), file.size, made);
    if ('pipe' in bytes) yield* exactly(bytes, file.size, patience) as AsyncIterable<Buffer>;
    yield tarPadding(file.size);
  }
  yield entry(summaryEntry, pretty({ rows, files: sent }));
  yield tarEnd;
}

async function* chunksOf(
  snapshot: Snapshot,
  table: ArchivedTable,
  files: NamedFile[],
): AsyncGenerator<readonly string[], void> {
  let lines: string[] = [];
  let length = 0;
  for await (const some of snapshot.rows(table)) {
    for (const line of some) {
      if (table.files) files.push(...table.files(JSON.parse(line) as Row));
      if (length > 0 && length + line.length > chunk) {
        yield lines;
        [lines, length] = [[], 0];
      }
      lines.push(line);
      length += line.length;
    }
  }
  if (lines.length > 0) yield lines;
}

function wholeEntry(name: string, content: string, made: number): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([tarHeader(name, bytes.length, made), bytes, tarPadding(bytes.length)]);
}

const pretty = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
