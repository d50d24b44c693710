import { Readable } from 'node:stream';
import { asc, count, eq } from 'drizzle-orm';
import { importContents } from '../archive/import';
import type { ImportTarget } from '../archive/import-context';
import { messages } from '../db/schema/messages';
import { realms } from '../db/schema/realms';
import { streams } from '../db/schema/streams';
import { users } from '../db/schema/users';
import type { DatabaseTransaction } from '../db/store';
import type { RealmRow } from '../model';
import { alreadyExistsFailure, findRealm } from '../organization';
import { hashPassword } from '../passwords';
import { insertLargeSample, largeSize, type SampleSize } from './large';
import { credentialsFiles, sampleHandle } from './people';
import type { CreatedSampleAccount, SampleReport } from './report';
import { randomInt, randomBytes } from 'node:crypto';
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

const words =
  'amber anchor basalt beacon birch brine cedar chalk cinder clover coral cove drift ember fern fjord flint gannet gorse harbor hazel heron juniper kelp lantern lichen marram moss osprey pebble petrel plover puffin reed rowan sable samphire shoal slate sorrel spruce tallow teasel tern thistle tidal umber willow wren'.split(
    ' ',
  );

/**
 * A password that is easy to read out and type: three words and four digits, about 30 bits of
 * randomness.
 */
function samplePassword(): string {
  const word = () => words[randomInt(words.length)] ?? '';
  return `${word()}-${word()}-${word()}-${randomInt(1000, 10_000)}`;
}

/**
 * Creates Tern & Tallow in an empty database: all of it or nothing. Its content is always the same;
 * keys and passwords aren't. Throws `ServiceFailure` (409) if there is an organization.
 */
export function fillSample(to: ImportTarget, size: 'small' | 'large'): Promise<SampleReport> {
  return size === 'large' ? fillLargeSample(to, largeSize) : importSample(to);
}

/** Fills a sample of the given size, which must exceed the small one's. */
export async function fillLargeSample(to: ImportTarget, size: SampleSize): Promise<SampleReport> {
  const now = to.clock.now();
  const report = await importSample(to, (tx, realm) => insertLargeSample(tx, realm.id, now, size));
  return { ...report, counts: size };
}

async function importSample(
  to: ImportTarget,
  enlarge?: (tx: DatabaseTransaction, realm: RealmRow) => Promise<void>,
): Promise<SampleReport> {
  const archive = sampleArchive(to.clock.now());
  try {
    return await importContents(
      to,
      () => Readable.from([archive]),
      async (tx, realm) => {
        await tx.update(realms).set({ is_sample: true });
        const accounts = await giveCredentials(tx);
        const counts = await countSample(tx, accounts.length);
        await enlarge?.(tx, realm);
        return { name: realm.name, accounts, counts };
      },
    );
  } catch (error) {
    // Perhaps another process was faster.
    if (await findRealm(to.store.db)) throw alreadyExistsFailure();
    throw error;
  }
}

/** Gives everyone but bots a password. */
async function giveCredentials(tx: DatabaseTransaction): Promise<CreatedSampleAccount[]> {
  const people = await tx
    .select()
    .from(users)
    .where(eq(users.is_system_bot, false))
    .orderBy(asc(users.id));
  return Promise.all(
    people.map(async ({ id, full_name, role, delivery_email: email, is_bot, api_key }) => {
      const handle = sampleHandle(email);
      const password = is_bot ? null : samplePassword();
      if (password !== null) {
        const password_hash = await hashPassword(password);
        await tx.update(users).set({ password_hash }).where(eq(users.id, id));
      }
      const file = credentialsFiles[handle] ?? handle;
      return { file, full_name, role, email, password, api_key };
    }),
  );
}

async function countSample(tx: DatabaseTransaction, people: number) {
  const [channels] = await tx.select({ count: count() }).from(streams);
  const [sent] = await tx.select({ count: count() }).from(messages);
  return { users: people, channels: channels!.count, messages: sent!.count };
}
