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
/** Two of every three files go in chunks that can be resumed, one in a single request. */
const sizes = [24 * mebibyte, 12 * mebibyte + 7, 3 * mebibyte];
/** A client's bandwidth in bytes per second, low enough that kills hit uploads midway. */
const pace = 6 * mebibyte;

/**
 * Factor by which the clients' clock runs faster: by that clock, they give up after 45 s without
 * progress.
 */
const haste = 3;

/** Uploads one file after the other as a page does, and reads each back. */
export class Uploader {
  readonly problems: string[] = [];
  count = 0;
  bytes = 0;
  /** Highest ratio of bytes sent to the file's size. */
  maxSent = 0;
  /** Longest time in milliseconds that an upload took beyond what its bandwidth requires. */
  maxWait = 0;

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
    this.maxSent = Math.max(this.maxSent, (line.taken - before) / bytes.length);
    const needed = (bytes.length / pace) * 1000;
    this.maxWait = Math.max(this.maxWait, Date.now() - begin - needed);
    if (url === null) this.problems.push(`${name}: ${refusal}`);
    else await this.#check(headers, name, url, bytes);
    await rm(path);
  }

  async #check(headers: Headers, name: string, url: string, bytes: Buffer) {
    const stored = await read(this.url + url, headers);
    if (stored !== hash(bytes)) this.problems.push(`${name}: other bytes (${stored})`);
    const key = decodeURIComponent(url.replace('/user_uploads/', ''));
    // The test's bucket is in memory, so delete the file once it's checked.
    if (!this.bucket.objects.delete(key)) this.problems.push(`${name}: not in the bucket`);
  }
}

/** Returns the file's SHA-256, or the status or error of the second failed try. */
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

/** Bytes that are different for every name. */
function bytesOf(name: string, size: number): Buffer {
  const key = createHash('sha256').update(name).digest();
  return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(size));
}

function hash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
