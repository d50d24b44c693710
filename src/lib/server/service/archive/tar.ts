import { ArchiveProblem } from './problem';

/*
 * The only tar format written and read here: plain files, names in UTF-8, with an extended header
 * for long names and large files. Source: POSIX.1-2017, pax, "ustar Interchange Format".
 */

const block = 512;
const none = Buffer.alloc(0);
const maxNameBytes = 100;
const maxEntrySize = 0o77777777777;
/** Bytes of an extended header, enough for the longest path id. */
const maxExtensionBytes = 4096;
/** Zero blocks at the end: two, plus padding of the last tape record. */
const maxTrailingBytes = 1024 * 1024;

/** The header before a file's data. `time` is in UNIX seconds. */
export function tarHeader(name: string, size: number, time: number): Buffer {
  const isShort = Buffer.byteLength(name) <= maxNameBytes;
  if (isShort && size <= maxEntrySize) return header(name, size, time, '0');
  const records = Buffer.from(record('path', name) + record('size', String(size)));
  return Buffer.concat([
    header('extended', records.length, time, 'x'),
    records,
    tarPadding(records.length),
    header('long', Math.min(size, maxEntrySize), time, '0'),
  ]);
}

/** The padding after a file's data. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((block - (size % block)) % block);
}

export function tarFile(name: string, bytes: Buffer, time: number): Buffer {
  return Buffer.concat([tarHeader(name, bytes.length, time), bytes, tarPadding(bytes.length)]);
}

export const tarEnd = Buffer.alloc(2 * block);

/** The length includes its own digits. */
function record(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const length = Buffer.byteLength(rest);
  let digits = 1;
  while (String(length + digits).length > digits) digits += 1;
  return `${length + digits}${rest}`;
}

function header(name: string, size: number, time: number, type: string): Buffer {
  const made = Buffer.alloc(block);
  made.write(name, 0);
  made.write('0000600\0', 100);
  made.write('0000000\0', 108);
  made.write('0000000\0', 116);
  made.write(`${octal(size, 11)}\0`, 124);
  made.write(`${octal(time, 11)}\0`, 136);
  made.write(type, 156);
  made.write('ustar\0', 257);
  made.write('00', 263);
  made.write(`${octal(sumOf(made), 6)}\0 `, 148);
  return made;
}

const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');

/** Checksum of a header, with its own field counted as spaces. */
function sumOf(bytes: Buffer): number {
  let sum = 0;
  for (let at = 0; at < block; at++) sum += at >= 148 && at < 156 ? 32 : bytes[at]!;
  return sum;
}

/** A file in an archive. Its data is no longer available once the next one is read. */
export interface TarEntry {
  readonly name: string;
  readonly size: number;
  bytes(): AsyncIterable<Buffer>;
}

/** Reads an archive entry by entry. Throws `ArchiveProblem` for anything but a plain file. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry, void> {
  const input = new Input(source);
  try {
    for (let extended: Extended = {}; ;) {
      const head = await input.take(block);
      if (head.every((byte) => byte === 0)) return await input.expectEnd(maxTrailingBytes);
      const { name, size, type } = readHeader(head);
      if (type === 'x') {
        if (size > maxExtensionBytes)
          throw new ArchiveProblem('A name in the archive is too long.');
        extended = readRecords(await input.take(size));
        await input.take(tarPadding(size).length);
        continue;
      }
      const entry = { name: extended.path ?? name, size: extended.size ?? size };
      extended = {};
      const bytes = input.stream(entry.size);
      yield { ...entry, bytes: () => bytes };
      // Skip data that wasn't read.
      while (!(await bytes.next()).done);
      await input.take(tarPadding(entry.size).length);
    }
  } finally {
    await input.close();
  }
}

function readHeader(head: Buffer): { name: string; size: number; type: string } {
  const text = (from: number, to: number) => head.toString('utf8', from, to).split('\0')[0] ?? '';
  if (text(257, 262) !== 'ustar' || number(text(148, 156)) !== sumOf(head)) {
    throw new ArchiveProblem('This is no archive, or a damaged one.');
  }
  const type = text(156, 157) || '0';
  if (type !== '0' && type !== 'x') {
    throw new ArchiveProblem(
      'The archive holds a link, a folder or a device; only files are taken.',
    );
  }
  const prefix = text(345, 500);
  const name = text(0, 100);
  return { name: prefix ? `${prefix}/${name}` : name, size: number(text(124, 136)), type };
}

function number(text: string): number {
  if (!/^ *[0-7]{1,11} *$/.test(text))
    throw new ArchiveProblem('A size in the archive is no number.');
  return Number.parseInt(text, 8);
}

interface Extended {
  path?: string;
  size?: number;
}

function readRecords(bytes: Buffer): Extended {
  const found: Extended = {};
  for (let rest = bytes; rest.length > 0;) {
    const [, digits] = /^(\d{1,4}) /.exec(rest.toString('latin1', 0, 5)) ?? [];
    const length = Number(digits);
    if (!length || length > rest.length)
      throw new ArchiveProblem('A name in the archive is broken.');
    const text = rest.toString('utf8', digits!.length + 1, length - 1);
    const [key, ...value] = text.split('=');
    if (key === 'path') found.path = value.join('=');
    if (key === 'size') found.size = largeNumber(value.join('='));
    rest = rest.subarray(length);
  }
  return found;
}

function largeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new ArchiveProblem('A size in the archive is no number.');
  return Number(text);
}

/**
 * Splits incoming data into the requested lengths. Keeps only one chunk and the requested bytes in
 * memory.
 */
class Input {
  #rest: Buffer = none;
  readonly #source: AsyncIterator<Buffer>;

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async take(length: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of this.stream(length)) pieces.push(piece);
    return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
  }

  async *stream(length: number): AsyncGenerator<Buffer, void> {
    for (let left = length; left > 0;) {
      const piece = await this.#piece();
      if (!piece) throw new ArchiveProblem('The archive ends too early.');
      const part = piece.subarray(0, left);
      this.#rest = piece.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }

  async expectEnd(most: number): Promise<void> {
    for (let left = most; ;) {
      const piece = await this.#piece();
      if (!piece) return;
      this.#rest = none;
      left -= piece.length;
      if (left < 0 || piece.some((byte) => byte !== 0)) {
        throw new ArchiveProblem('Something stands behind the end of the archive.');
      }
    }
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }

  async #piece(): Promise<Buffer | null> {
    while (this.#rest.length === 0) {
      const next = await this.#source.next();
      if (next.done) return null;
      this.#rest = next.value;
    }
    return this.#rest;
  }
}
