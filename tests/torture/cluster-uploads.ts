import { createCipheriv, createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Account } from '../bench/accounts';
import type { TestBucket } from '../support/bucket';
import { FaultProxy, type Line } from '../support/fault-proxy';
import { signIn } from './cluster-client';
import { uploadAll } from './upload-client';

type Headers = Readonly<Record<string, string>>;

const mebibyte = 1024 * 1024;
/** Two of every three go in pieces that are resumed, one in a single request. */
const sizes = [24 * mebibyte, 12 * mebibyte + 7, 3 * mebibyte];
/** Bytes a second of a client's line, so that kills meet uploads in their middle. */
const pace = 6 * mebibyte;

/** Clients give up without a sign of life after 45 s by their clock. */
const haste = 3;

/** Uploads one file after the other as a page does, and reads each back. */
export class Uploader {
  readonly problems: string[] = [];
  count = 0;
  bytes = 0;
  /** Bytes that left the client, of each file for each of its bytes at most. */
  mostSent = 0;
  /** Milliseconds that one took beyond what its line needs, at most. */
  longestWait = 0;

  constructor(
    private readonly url: string,
    private readonly bucket: TestBucket,
    private readonly account: Account,
    private readonly name: string,
    private readonly address: string,
  ) {}

  async run(until: number): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'inkwell-cluster-'));
    const paced = new WeakSet<Line>();
    const line = await FaultProxy.start(this.url, {
      onBytes(one) {
        if (!paced.has(one)) one.throttle(pace);
        paced.add(one);
      },
    });
    try {
      const { headers } = await signIn(this.url, this.account, this.address);
      for (let turn = 0; Date.now() < until; turn++) await this.#send(headers, line, folder, turn);
    } finally {
      await line.close();
      await rm(folder, { recursive: true, force: true });
    }
  }

  async #send(headers: Headers, line: FaultProxy, folder: string, turn: number) {
    const name = `${this.name}-${turn}.bin`;
    const bytes = bytesOf(name, sizes[turn % sizes.length]!);
    const path = join(folder, name);
    await writeFile(path, bytes);
    const begin = Date.now();
    const before = line.taken;
    const ends = await uploadAll(
      [{ name, size: bytes.length, path, url: line.url, headers }],
      haste,
    );
    const { url, refusal } = ends.get(name)!;
    this.count++;
    this.bytes += bytes.length;
    this.mostSent = Math.max(this.mostSent, (line.taken - before) / bytes.length);
    const needed = (bytes.length / pace) * 1000;
    this.longestWait = Math.max(this.longestWait, Date.now() - begin - needed);
    if (url === null) this.problems.push(`${name}: ${refusal}`);
    else await this.#check(headers, name, url, bytes);
    await rm(path);
  }

  async #check(headers: Headers, name: string, url: string, bytes: Buffer) {
    const stored = await read(this.url + url, headers);
    if (stored !== hash(bytes)) this.problems.push(`${name}: other bytes (${stored})`);
    const key = decodeURIComponent(url.replace('/user_uploads/', ''));
    // The bucket of the test is memory.
    if (!this.bucket.objects.delete(key)) this.problems.push(`${name}: not in the bucket`);
  }
}

/** Its SHA-256, or what came instead of it twice. */
async function read(url: string, headers: Headers): Promise<string> {
  let instead = '';
  for (let turn = 0; turn < 2; turn++) {
    try {
      const reply = await fetch(url, { headers });
      if (reply.ok) return hash(Buffer.from(await reply.arrayBuffer()));
      instead = String(reply.status);
    } catch (error) {
      instead = String(error);
    }
  }
  return instead;
}

/** Bytes that no other name has. */
function bytesOf(name: string, size: number): Buffer {
  const key = createHash('sha256').update(name).digest();
  return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(size));
}

function hash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
