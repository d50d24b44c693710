import type { DatabaseStore } from '../db/store';
import type { ServiceLog } from '../log';
import { requireExactLength } from '../storage/exact-length';
import type { FileStorage } from '../storage/storage';
import { fileEntry, manifestEntry, rowsEntry, summaryEntry, archiveVersion } from './entries';
import type { ArchiveScope } from './scope';
import { tableNameOf, openSnapshots, type ArchiveSnapshot } from './snapshot';
import {
  archivedTables,
  excludedTables,
  type ArchivedTable,
  type ArchivedFile,
  type ArchiveRow,
} from './tables';
import { tarEnd, tarFile, tarHeader, tarPadding } from './tar';

/** Bytes of rows per entry, and therefore in memory. */
const chunk = 1024 * 1024;
/** Milliseconds to wait for the storage. */
const patience = 60_000;

interface Sources {
  readonly store: DatabaseStore;
  readonly storage: FileStorage;
  readonly log: ServiceLog;
}

/**
 * Writes the organization as an archive, not yet compressed. docs/archive.md describes the format.
 * Keeps a megabyte of rows in memory at a time. `made` is in UNIX seconds. Files that the storage
 * has lost are left out.
 */
export async function* writeArchive(
  sources: Sources,
  scope: ArchiveScope,
  made: number,
): AsyncGenerator<Buffer, void> {
  const files: ArchivedFile[] = [];
  const rows: Record<string, number> = {};
  const entry = (name: string, content: string) => tarFile(name, Buffer.from(content), made);
  for await (const snapshot of openSnapshots(sources.store, scope)) {
    const { counters } = snapshot;
    const left_out = Object.fromEntries(
      excludedTables.map((each) => [tableNameOf(each), each.why]),
    );
    yield entry(
      manifestEntry,
      pretty({ format: 'inkwell', version: archiveVersion, scope, made, counters, left_out }),
    );
    for (const table of archivedTables) {
      const name = tableNameOf(table);
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
    if ('pipe' in bytes)
      yield* requireExactLength(bytes, file.size, patience) as AsyncIterable<Buffer>;
    yield tarPadding(file.size);
  }
  yield entry(summaryEntry, pretty({ rows, files: sent }));
  yield tarEnd;
}

async function* chunksOf(
  snapshot: ArchiveSnapshot,
  table: ArchivedTable,
  files: ArchivedFile[],
): AsyncGenerator<readonly string[], void> {
  let lines: string[] = [];
  let length = 0;
  for await (const some of snapshot.rows(table)) {
    for (const line of some) {
      if (table.files) files.push(...table.files(JSON.parse(line) as ArchiveRow));
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

const pretty = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
