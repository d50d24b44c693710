import fc from 'fast-check';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  acceptsEncoding,
  chooseEncoding,
  supportedEncodings,
  compressBody,
  createCompressor,
} from './encodings';

type Unpack = (packed: Uint8Array) => Promise<Buffer>;
const { zstdDecompress } = zlib as unknown as { zstdDecompress?: typeof zlib.gunzip };
const unpack: Readonly<Record<string, Unpack | undefined>> = {
  br: promisify(zlib.brotliDecompress),
  gzip: promisify(zlib.gunzip),
  zstd: zstdDecompress && promisify(zstdDecompress),
};

describe('the encoding of a reply', () => {
  it.each([
    [null, null],
    ['', null],
    ['identity', null],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['deflate', null],
    ['*', 'br'],
    ['br;q=0, *', supportedEncodings.includes('zstd') ? 'zstd' : 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br; q=1.000 , gzip;q=0.001', 'br'],
    ['gzip;q=0', null],
    ['*;q=0', null],
    ['identity, gzip;q=0.5', null],
    ['identity;q=0.5, gzip;q=0.5', 'gzip'],
    ['br;q=much', null],
    ['br;q=-1, gzip;q=1.5', null],
    [';;,,q=1', null],
  ])('for %j is %j', (accepted, encoding) => {
    expect(chooseEncoding(accepted)).toBe(encoding);
  });

  it('of another server is passed on to clients that accept it', () => {
    expect(acceptsEncoding('deflate, gzip;q=0', 'deflate')).toBe(true);
    expect(acceptsEncoding('deflate, gzip;q=0', 'gzip')).toBe(false);
    expect(acceptsEncoding('*;q=0.1', 'gzip')).toBe(true);
    expect(acceptsEncoding(null, 'gzip')).toBe(false);
  });

  it('is a supported one or none, whatever the header contains', () => {
    const part = fc.oneof(
      fc.constantFrom('br', 'gzip', '*', 'identity', ';q=', '0.5', '1', ',', ' ', 'Q'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const encoding = chooseEncoding(parts.join(''));
        expect(encoding === null || supportedEncodings.includes(encoding)).toBe(true);
      }),
    );
  });
});

describe.each(supportedEncodings)('a body in %s', (encoding) => {
  it('decompresses to the original, short, long and in pieces', async () => {
    for (const length of [0, 1, 1024, 64 * 1024, 64 * 1024 + 1, 500_000]) {
      const body = Buffer.from(Array.from({ length }, (_, i) => 97 + ((i * i) % 26)));
      const packed = await compressBody(body, encoding);
      expect((await unpack[encoding]?.(packed))?.equals(body)).toBe(true);
      const stream = createCompressor(encoding);
      for (let at = 0; at < length; at += 100_000) stream.write(body.subarray(at, at + 100_000));
      const pieces: Buffer[] = await stream.end().toArray();
      expect((await unpack[encoding]?.(Buffer.concat(pieces)))?.equals(body)).toBe(true);
    }
  });
});
