import { createCipheriv, createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { FaultProxy, type Line } from '../support/fault-proxy';
import { uploadAll, type ClientFile } from './upload-client';
import {
  faultKinds,
  planUploads,
  type Fault,
  type FaultKind,
  type PlannedUpload,
  type Scale,
} from './upload-plan';
import { Servers } from './upload-servers';

const mebibyte = 1024 * 1024;
const full: Scale = { uploads: 40, cuts: 200, kills: 20, largest: 800 * mebibyte };
/** Each account has its own client, which sends three files at a time. */
const accounts = ['member', 'owner'] as const;
/**
 * Bandwidth of every client in bytes per second: as in practice, the network takes most of the
 * time.
 */
const pace = 8 * mebibyte;
/** Bandwidth in bytes per second of a throttled connection, for `slowFor` milliseconds. */
const slow = 256 * 1024;
const slowFor = 1000;

/** How often each kind of fault happened, near and far. */
type Done = Record<FaultKind, { near: number; far: number }>;

export interface Outcome {
  readonly done: Done;
  /** Total bytes of all files, and bytes that their clients sent, including request headers. */
  readonly size: number;
  readonly sent: number;
  /** Files that a server refused, and why. */
  readonly refused: readonly string[];
  /** Names of files whose bytes differ when read back, and of files that exist never or twice. */
  readonly damaged: readonly string[];
  readonly miscounted: readonly string[];
}

/**
 * Damages the connections of uploads and kills their servers: each file must arrive complete and
 * exactly once, and little may be sent twice. `--share 0.1` runs a tenth of it, `--seed 7` another
 * plan. Prints a table. Returns false if something was lost, duplicated or sent too often.
 */
export async function torture(words: readonly string[]): Promise<boolean> {
  const options = { share: { type: 'string' }, seed: { type: 'string' } } as const;
  const { values } = parseArgs({ args: [...words], options });
  const share = Number(values.share ?? 1);
  if (!(share > 0 && share <= 1)) throw new Error('--share is a number above 0, at most 1');
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  if (!Number.isSafeInteger(seed)) throw new Error('--seed is a whole number');
  const scale = {
    ...full,
    uploads: Math.ceil(full.uploads * share),
    cuts: Math.ceil(full.cuts * share),
    kills: Math.ceil(full.kills * share),
  };
  console.log(`${scale.uploads} uploads, ${scale.cuts} cuts; --seed ${seed} repeats them`);
  return report(await underFire(planUploads(seed, scale)));
}

/** Carries out a plan. `from`: a data folder with the sample organization to copy. */
export async function underFire(plan: readonly PlannedUpload[], from?: string): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-fire-'));
  const proxies: FaultProxy[] = [];
  const largest = Math.max(...plan.map(({ size }) => size));
  const servers = await Servers.start(from, Math.ceil(largest / mebibyte));
  const done = Object.fromEntries(faultKinds.map((kind) => [kind, { near: 0, far: 0 }])) as Done;
  const kills: Promise<void>[] = [];
  try {
    const hashes = new Map<string, string>();
    const files: ClientFile[][] = accounts.map(() => []);
    for (const [index, upload] of plan.entries()) {
      const path = join(folder, upload.name);
      hashes.set(upload.name, await makeFile(path, upload));
      const place = index % accounts.length;
      const server = upload.isRemote ? servers.front : servers.back;
      const proxy = await harmed(server.url, upload, (fault, line) => {
        done[fault.kind][fault.where] += 1;
        const kill = harm(servers, upload, fault, line);
        if (kill) kills.push(kill);
      });
      proxies.push(proxy);
      const headers = await server.signIn(await servers.back.zuliprc(accounts[place]!));
      files[place]!.push({ name: upload.name, size: upload.size, path, url: proxy.url, headers });
    }
    const ends = await Promise.all(files.map((some) => uploadAll(some)));
    await Promise.all(kills);
    const refused: string[] = [];
    const damaged: string[] = [];
    const miscounted: string[] = [];
    for (const [index, account] of accounts.entries()) {
      const headers = await servers.back.signIn(await servers.back.zuliprc(account));
      const { attachments } = (await servers.back.api(account, 'GET', '/attachments')) as {
        attachments: { name: string; size: number }[];
      };
      for (const { name, size } of files[index]!) {
        const { url, refusal } = ends[index]!.get(name)!;
        if (refusal !== null) refused.push(`${name} ${refusal}`);
        const file = await fetch(servers.back.url + url, { headers });
        if (url !== null && (await hashOf(file)) !== hashes.get(name)) damaged.push(name);
        const own = attachments.filter((one) => one.name === name);
        if (own.length !== 1 || own[0]?.size !== size) miscounted.push(`${name} ${own.length} ×`);
      }
    }
    const size = plan.reduce((sum, upload) => sum + upload.size, 0);
    const sent = proxies.reduce((sum, proxy) => sum + proxy.taken, 0);
    return { done, size, sent, refused, damaged, miscounted };
  } finally {
    for (const proxy of proxies) await proxy.close();
    await Promise.allSettled(kills);
    await servers.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Starts the proxy between an upload's client and its server. It causes the upload's faults when
 * they are due.
 */
async function harmed(
  url: string,
  { faults }: PlannedUpload,
  cause: (fault: Fault, line: Line) => void,
): Promise<FaultProxy> {
  const due = [...faults];
  const paced = new WeakSet<Line>();
  let losesReply = false;
  const proxy: FaultProxy = await FaultProxy.start(url, {
    onBytes: (line, way) => {
      if (!paced.has(line)) line.throttle(pace);
      paced.add(line);
      if (way === 'down') {
        if (losesReply) line.reset();
        losesReply = false;
        return;
      }
      while (due[0] && proxy.taken > due[0].at) {
        const fault = due.shift()!;
        if (fault.kind === 'lostReply' && fault.where === 'near') losesReply = true;
        cause(fault, line);
      }
    },
  });
  return proxy;
}

/** Causes a fault. For a kill, returns a promise that resolves when the server is running again. */
function harm(
  servers: Servers,
  { isRemote }: PlannedUpload,
  { kind, where }: Fault,
  near: Line,
): Promise<void> | undefined {
  const line = where === 'near' ? near : servers.busyLine;
  switch (kind) {
    case 'reset':
      line?.reset();
      return;
    case 'blackHole':
      line?.blackHole();
      return;
    case 'halfClose':
      line?.halfClose('up');
      return;
    case 'throttle':
      line?.throttle(slow);
      void pause(slowFor).then(() => line?.throttle(where === 'near' ? pace : null));
      return;
    case 'lostReply':
      if (where === 'far') servers.loseReply();
      return;
    case 'kill':
      return servers.kill(isRemote && where === 'near' ? servers.front : servers.back);
  }
}

/** Fills a file with bytes that are different for every name. Resolves to their SHA-256. */
async function makeFile(path: string, { name, size }: PlannedUpload): Promise<string> {
  const key = createHash('sha256').update(name).digest();
  const stream = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  const zeros = Buffer.alloc(mebibyte);
  const hash = createHash('sha256');
  await pipeline(function* () {
    for (let at = 0; at < size; at += mebibyte) {
      const piece = stream.update(zeros.subarray(0, Math.min(mebibyte, size - at)));
      hash.update(piece);
      yield piece;
    }
  }, createWriteStream(path));
  return hash.digest('hex');
}

async function hashOf(reply: Response): Promise<string> {
  if (!reply.ok || !reply.body) return `${reply.status}`;
  const hash = createHash('sha256');
  for await (const piece of reply.body) hash.update(piece as Uint8Array);
  return hash.digest('hex');
}

/** Highest allowed ratio of bytes sent to bytes of the files. */
export const maxSent = 1.05;

function report({ done, size, sent, refused, damaged, miscounted }: Outcome): boolean {
  const cells = (...words: (string | number)[]) =>
    words
      .map((word, index) => (index ? String(word).padStart(8) : String(word).padEnd(12)))
      .join(' ');
  console.log(`\n${cells('fault', 'near', 'far')}`);
  for (const kind of faultKinds) console.log(cells(kind, done[kind].near, done[kind].far));
  const ratio = sent / size;
  const mebibytes = (bytes: number) => `${Math.round(bytes / mebibyte)} MiB`;
  console.log(`\n${mebibytes(size)} in files, ${mebibytes(sent)} sent: ${ratio.toFixed(3)} ×`);
  console.log(`refused: ${refused.join(', ') || 'none'}`);
  console.log(`other bytes: ${damaged.join(', ') || 'none'}`);
  console.log(`not exactly once: ${miscounted.join(', ') || 'none'}`);
  const holds = refused.length + damaged.length + miscounted.length === 0 && ratio <= maxSent;
  console.log(
    holds ? 'Each arrived whole, exactly once.' : 'NOT each whole, once and at its cost.',
  );
  return holds;
}
