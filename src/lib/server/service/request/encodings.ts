import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import zlib, { type BrotliOptions, type ZlibOptions } from 'node:zlib';

/** Compressing shorter bodies gains nothing, because they fit into one packet either way. */
export const minCompressedBytes = 1024;
/** Below this size, compressing takes less time than sending it to a thread and back. */
const maxSyncBytes = 64 * 1024;

/** Fast levels, because each reply is written for one client and read once. */
const brotli: BrotliOptions = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 3 } };
const gzip: ZlibOptions = { level: 4 };

type CompressedBody = Uint8Array<ArrayBuffer>;

interface Encoder {
  /** Blocks the process. */
  readonly now: (body: Uint8Array) => CompressedBody;
  readonly aside: (body: Uint8Array) => Promise<CompressedBody>;
  readonly stream: () => Transform;
}

const compressOffThread = { br: promisify(zlib.brotliCompress), gzip: promisify(zlib.gzip) };

const encoders: Readonly<Record<string, Encoder>> = {
  br: {
    now: (body) => zlib.brotliCompressSync(body, brotli),
    aside: (body) => compressOffThread.br(body, brotli),
    stream: () => zlib.createBrotliCompress(brotli),
  },
  ...zstandard(),
  gzip: {
    now: (body) => zlib.gzipSync(body, gzip),
    aside: (body) => compressOffThread.gzip(body, gzip),
    stream: () => zlib.createGzip(gzip),
  },
};

/** Node 20 doesn't have it, and our types are those of Node 20. */
function zstandard(): Record<string, Encoder> {
  const newer = zlib as Partial<{
    zstdCompress(
      body: Uint8Array,
      done: (error: Error | null, packed: CompressedBody) => void,
    ): void;
    zstdCompressSync(body: Uint8Array): CompressedBody;
    createZstdCompress(): Transform;
  }>;
  const { zstdCompress, zstdCompressSync, createZstdCompress } = newer;
  if (!zstdCompress || !zstdCompressSync || !createZstdCompress) return {};
  const zstd = {
    now: zstdCompressSync,
    aside: promisify(zstdCompress),
    stream: createZstdCompress,
  };
  return { zstd };
}

/** Encodings that this process supports, the best first. */
export const supportedEncodings: readonly string[] = Object.keys(encoders);

/**
 * The encoding to use for an `Accept-Encoding` header: of those that the client prefers most, the
 * best supported one. Null if it prefers no encoding. Source: RFC 9110, section 12.5.3.
 */
export function chooseEncoding(accepted: string | null): string | null {
  if (accepted === null) return null;
  const weights = weightsOf(accepted);
  const plain = weights.get('identity') ?? 0;
  let best: string | null = null;
  let most = 0;
  for (const name of supportedEncodings) {
    const weight = weights.get(name) ?? weights.get('*') ?? 0;
    if (weight > most) [best, most] = [name, weight];
  }
  return most >= plain ? best : null;
}

/** Whether the client accepts this encoding, supported here or not. */
export function acceptsEncoding(accepted: string | null, encoding: string): boolean {
  const weights = weightsOf(accepted ?? '');
  return (weights.get(encoding) ?? weights.get('*') ?? 0) > 0;
}

function weightsOf(accepted: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of accepted.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const q = parameters.find((text) => /^q\s*=/.test(text))?.replace(/^q\s*=\s*/, '');
    // An invalid weight counts as 0, so the body is sent uncompressed.
    const weight = q === undefined ? 1 : /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(q) ? Number(q) : 0;
    if (name) weights.set(name === 'x-gzip' ? 'gzip' : name, weight);
  }
  return weights;
}

/** Compresses the body. A large one is compressed on another thread. */
export function compressBody(
  body: Uint8Array,
  encoding: string,
): CompressedBody | Promise<CompressedBody> {
  const { now, aside } = encoderOf(encoding);
  return body.byteLength <= maxSyncBytes ? now(body) : aside(body);
}

export function createCompressor(encoding: string): Transform {
  return encoderOf(encoding).stream();
}

function encoderOf(encoding: string): Encoder {
  const encoder = encoders[encoding];
  if (!encoder) throw new Error(`${encoding} can not be written`);
  return encoder;
}
