import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Inkwell } from '../support/inkwell';
import { atLeast, atMost, quantile, reported, type Figure } from './figures';
import { residentKilobytes } from './resident';

const mebibyte = 1024 * 1024;
const size = 1024 * mebibyte;
const rounds = 5;
const parallel = 4;
/** Bytes of a first upload, which makes the server load what it loads only once. */
const first = 8 * mebibyte;
/** Milliseconds between two readings of the memory. */
const lookEvery = 50;

type Headers = Readonly<Record<string, string>>;

/** One way for a file to get to a disk. */
interface Side {
  /** Begins an upload. Resolves to the URL, method and headers for its bytes. */
  begin(
    bytes: number,
  ): Promise<{ readonly method: string; readonly url: string; readonly headers: Headers }>;
  /** Deletes what has arrived. */
  clear(): Promise<void>;
}

/**
 * Uploads of 1 GiB: through Inkwell's gateways, to the same @tus/server without Inkwell, and as a
 * plain file. They alternate, and each is compared within its round. Then four concurrent uploads
 * and their cost.
 */
export async function measure(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-uploads-'));
  const limit = { MAX_FILE_UPLOAD_SIZE: String(size / mebibyte) };
  const target = spawn(process.execPath, [join(import.meta.dirname, 'upload-target.js'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const own = await Inkwell.start({ args: ['--sample'], env: limit });
  const remote = await Inkwell.start({ env: { SERVICE_URL: own.url } });
  try {
    const [port] = (await once(target.stdout, 'data')) as [Buffer];
    const bare = `http://127.0.0.1:${String(port).trim()}`;
    const sides = {
      plain: plainSide(bare),
      tus: tusSide(`${bare}/tus`, {}, terminate),
      gateway: await gatewaySide(own, own),
      remote: await gatewaySide(remote, own),
    };
    const memory = {
      gateway: await growth(own, sides.gateway),
      remote: await growth(remote, sides.remote),
    };
    const rates = await takeTurns(sides);
    const median = (side: keyof typeof sides) => quantile(rates[side], 0.5);
    const over = (side: keyof typeof sides, other: keyof typeof sides) =>
      quantile(
        rates[side].map((rate, round) => rate / rates[other][round]!),
        0.5,
      );
    return [
      reported('uploads.plain_put', median('plain'), 'MiB/s'),
      reported('uploads.tus_server', median('tus'), 'MiB/s'),
      reported('uploads.gateway', median('gateway'), 'MiB/s'),
      reported('uploads.gateway_of_a_client', median('remote'), 'MiB/s'),
      atLeast('uploads.gateway_over_tus', over('gateway', 'tus'), '×', 0.85),
      atLeast('uploads.client_over_tus', over('remote', 'tus'), '×', 0.85),
      reported('uploads.gateway_over_put', over('gateway', 'plain'), '×'),
      reported('uploads.client_over_put', over('remote', 'plain'), '×'),
      atMost(`uploads.memory_of_${parallel}`, memory.gateway, 'MB', 48),
      atMost(`uploads.memory_of_${parallel}_in_client`, memory.remote, 'MB', 48),
    ];
  } finally {
    target.kill();
    await remote.dispose();
    await own.dispose();
    await rm(folder, { recursive: true, force: true });
  }
}

/** MiB per second of each side in each round. The order is reversed every round. */
async function takeTurns<Name extends string>(
  sides: Readonly<Record<Name, Side>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(sides) as Name[];
  const rates = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    Name,
    number[]
  >;
  for (let round = -1; round < rounds; round++) {
    for (const name of round % 2 ? names : names.toReversed()) {
      const upload = await sides[name].begin(size);
      const before = performance.now();
      await send(upload, size);
      const seconds = (performance.now() - before) / 1000;
      await sides[name].clear();
      // The first round warms up.
      if (round >= 0) rates[name].push(size / mebibyte / seconds);
    }
  }
  return rates;
}

/**
 * Megabytes by which a server that has served one small upload grows during several concurrent
 * ones.
 */
async function growth(server: Inkwell, side: Side): Promise<number> {
  await send(await side.begin(first), first);
  await side.clear();
  const before = await residentKilobytes(server.pid);
  let most = before;
  const look = setInterval(async () => {
    most = Math.max(most, await residentKilobytes(server.pid));
  }, lookEvery);
  await Promise.all(
    Array.from({ length: parallel }, async () => send(await side.begin(size), size)),
  );
  clearInterval(look);
  await side.clear();
  return ((most - before) * 1024) / 1e6;
}

function plainSide(url: string): Side {
  return {
    begin: async () => ({ method: 'PUT', url, headers: {} }),
    async clear() {
      await fetch(url, { method: 'DELETE' });
    },
  };
}

/** https://tus.io/protocols/resumable-upload. Completed uploads stay until `clear` deletes them. */
function tusSide(url: string, given: Headers, clear: (uploads: string[]) => Promise<void>): Side {
  const headers = { 'tus-resumable': '1.0.0', ...given };
  const begun: string[] = [];
  return {
    async begin(bytes) {
      const reply = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'upload-length': String(bytes) },
      });
      const place = reply.headers.get('location');
      if (reply.status !== 201 || place === null) throw new Error(`begin: ${reply.status}`);
      const upload = new URL(place, url).href;
      begun.push(upload);
      const type = 'application/offset+octet-stream';
      return {
        method: 'PATCH',
        url: upload,
        headers: { ...headers, 'content-type': type, 'upload-offset': '0' },
      };
    },
    clear: () => clear(begun.splice(0)),
  };
}

async function terminate(uploads: string[]): Promise<void> {
  const headers = { 'tus-resumable': '1.0.0' };
  for (const upload of uploads) await fetch(upload, { method: 'DELETE', headers });
}

/** Uploads as a page of `server` does. `owner` stores the files. */
async function gatewaySide(server: Inkwell, owner: Inkwell): Promise<Side> {
  const headers = await server.signIn(await owner.zuliprc('member'));
  return tusSide(`${server.url}/json/tus/`, headers, async () => {
    const list = await owner.api('member', 'GET', '/attachments');
    for (const { id } of list['attachments'] as { id: number }[]) {
      await owner.api('member', 'DELETE', `/attachments/${id}`);
    }
  });
}

const piece = Buffer.alloc(64 * 1024, 'inkwell ');

/** Sends this many bytes from memory. Rejects unless the reply is a success. */
async function send(
  { method, url, headers }: Awaited<ReturnType<Side['begin']>>,
  bytes: number,
): Promise<void> {
  const sent = request(url, {
    method,
    agent: false,
    headers: { ...headers, 'content-length': String(bytes) },
  });
  const replied = once(sent, 'response') as Promise<[IncomingMessage]>;
  for (let at = 0; at < bytes; at += piece.byteLength) {
    if (!sent.write(piece)) await Promise.race([once(sent, 'drain'), replied]);
  }
  sent.end();
  const [reply] = await replied;
  reply.resume();
  await once(reply, 'end');
  if ((reply.statusCode ?? 500) >= 300) throw new Error(`${method} ${url}: ${reply.statusCode}`);
}
