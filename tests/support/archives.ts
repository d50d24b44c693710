import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { importArchive, type ImportReport } from '$lib/server/service/archive/import';
import type { ImportTarget } from '$lib/server/service/archive/import-context';
import type { ArchiveScope } from '$lib/server/service/archive/scope';
import { readTar, tarEnd, tarFile } from '$lib/server/service/archive/tar';
import { writeArchive } from '$lib/server/service/archive/write';
import type { DatabaseStore } from '$lib/server/service/db/store';
import { ServiceFiles } from '$lib/server/service/storage/files';
import { WarningLog } from '$lib/server/service/warning-log';
import type { StorageLocation } from '../../src/lib/server/service/storage/files';
import { writeRows } from '../upgrade/rows';
import { testClock } from './clock';
import { testFiles } from './files';
import { startTestService, type TestService } from './service';
import { silentLog as log } from './silent-log';
import { ownFolder } from './storages';
import { emptyStore } from './stores';

/** Creation time of all archives in tests, in UNIX seconds. */
const made = 1_700_000_000;

const warnings = new WarningLog(log);

/** A database and its files. */
export interface Place {
  readonly store: DatabaseStore;
  readonly files: ServiceFiles;
  readonly filesIn: StorageLocation;
}

/** Without an organization; deleted after the test. */
export async function emptyPlace(
  makeStore: () => Promise<DatabaseStore> = emptyStore,
): Promise<Place> {
  const store = await makeStore();
  onTestFinished(() => store.close());
  const filesIn = { folder: ownFolder() };
  const options = testFiles({}, filesIn);
  const files = await ServiceFiles.open({ options, store, clock: testClock(), log, warnings });
  return { store, filesIn, files };
}

/** An organization with rows in every table. Close its service. */
export async function filledPlace(
  makeStore: () => Promise<DatabaseStore>,
): Promise<{ t: TestService; place: Place }> {
  const made = await foundedPlace(makeStore);
  await writeRows(made.t, 'first');
  return made;
}

/** A new organization. Close its service. */
export async function foundedPlace(
  makeStore: () => Promise<DatabaseStore>,
): Promise<{ t: TestService; place: Place }> {
  const filesIn = { folder: ownFolder() };
  const t = await startTestService({ filesIn, store: await makeStore() });
  const { store, clock } = t;
  const files = await ServiceFiles.open({
    options: testFiles({}, filesIn),
    store,
    clock,
    log,
    warnings,
  });
  return { t, place: { store, files, filesIn } };
}

export function openArchive({ store, files }: Place, scope: ArchiveScope = 'everything') {
  return writeArchive({ store, storage: files.storage, log }, scope, made);
}

export function archiveOf(place: Place, scope?: ArchiveScope): Promise<Buffer> {
  return buffer(openArchive(place, scope));
}

export function takeOver(place: Place, archive: Buffer): Promise<ImportReport> {
  return importArchive(importTarget(place), () => inPieces(archive));
}

export function importTarget(place: Place): ImportTarget {
  return { ...place, clock: testClock(), baseUrl: 'http://localhost:4100', warnings };
}

/** The entries of an archive, in order. */
export async function entriesOf(archive: Buffer): Promise<Map<string, Buffer>> {
  const entries = new Map<string, Buffer>();
  for await (const entry of readTar(inPieces(archive))) {
    entries.set(entry.name, await buffer(entry.bytes()));
  }
  return entries;
}

/** The opposite: an archive of the given entries. */
export function archiveWith(entries: Iterable<readonly [string, Buffer]>): Buffer {
  const parts = [...entries].map(([name, bytes]) => tarFile(name, bytes, made));
  return Buffer.concat([...parts, tarEnd]);
}

/** Split at positions where nothing else ends. */
function inPieces(archive: Buffer): Readable {
  const length = 7777;
  const pieces = Array.from({ length: Math.ceil(archive.length / length) }, (_, at) =>
    archive.subarray(at * length, (at + 1) * length),
  );
  return Readable.from(pieces, { objectMode: false });
}
