import { randomBytes } from 'node:crypto';
import { manifestEntry, summaryEntry } from '../archive/entries';
import { tableNameOf } from '../archive/snapshot';
import { archivedTables } from '../archive/tables';
import { tarEnd, tarFile } from '../archive/tar';

const day = 86_400;
const folder = './archive/';

const texts = import.meta.glob<string>(['./archive/*.json', './archive/rows/**/*.jsonl'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
/** As data URLs. */
const files = import.meta.glob<string>('./archive/files/**', {
  query: '?url&inline',
  import: 'default',
  eager: true,
});

/**
 * The sample's archive as if it had been exported at `now` (in milliseconds). docs/archive.md says
 * how to change the sample.
 */
export function sampleArchive(now: number): Buffer {
  const manifest = texts[folder + manifestEntry]!;
  const { made } = JSON.parse(manifest) as { made: number };
  const moment = Math.floor(now / 1000);
  const rename = createPathRenamer();
  const rows = archivedTables.flatMap((table) => {
    const name = tableNameOf(table);
    const parts = Object.keys(texts).filter((path) => path.startsWith(`${folder}rows/${name}/`));
    return parts.map(
      (path) => [path, rename(shiftTimes(name, texts[path]!, made, moment))] as const,
    );
  });
  const stored = Object.entries(files).map(
    ([path, url]) =>
      [rename(path), Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')] as const,
  );
  const summary = folder + summaryEntry;
  const entries = [
    [folder + manifestEntry, manifest],
    ...rows,
    ...stored,
    [summary, texts[summary]!],
  ];
  return Buffer.concat([
    ...entries.map(([path, content]) =>
      tarFile(path.slice(folder.length), Buffer.from(content), moment),
    ),
    tarEnd,
  ]);
}

/**
 * Gives each file a path of its own, so that the files of an earlier sample in the same storage
 * aren't in its way. Replaces the random part of the path wherever it occurs.
 */
function createPathRenamer(): (text: string) => string {
  const parts = Object.keys(files).map((path) => path.split('/').at(-2)!);
  const renamed = new Map(parts.map((part) => [part, randomBytes(18).toString('base64url')]));
  const all = new RegExp(parts.join('|'), 'g');
  return (text) => text.replace(all, (part) => renamed.get(part)!);
}

/**
 * Moves all times of a table from `made` to `now` (UNIX seconds). Scheduled messages and times in
 * texts keep their time of day in UTC. Messages are sent at whole minutes.
 */
function shiftTimes(table: string, rows: string, made: number, now: number): string {
  const days = Math.floor(now / day) - Math.floor(made / day);
  const seconds = table === 'scheduled_messages' ? days * day : now - made;
  return rows
    .replace(
      /"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?\+00:00)"/g,
      (_whole, time: string) => `"${shiftedTime(time, seconds).replace('Z', '+00:00')}"`,
    )
    .replace(
      /"timestamp":(\d+)/g,
      (_whole, time: string) => `"timestamp":${Number(time) + seconds}`,
    )
    .replace(
      /("scheduled_delivery_timestamp"):(\d+)/g,
      (_whole, name: string, time: string) =>
        `${name}:${Math.floor((Number(time) + seconds) / 60) * 60}`,
    )
    .replace(
      /<time:(\d{4}-\d\d-\d\d)/g,
      (_whole, date: string) => `<time:${shiftedTime(date, days * day).slice(0, 10)}`,
    );
}

const shiftedTime = (time: string, seconds: number) =>
  new Date(Date.parse(time) + seconds * 1000).toISOString();
