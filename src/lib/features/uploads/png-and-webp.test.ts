import { deflateSync, crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orientationTiffOf } from './exif';
import { stripJpegMetadata as bareJpeg } from './jpeg';
import { stripPngMetadata as barePng } from './png';
import { stripWebpMetadata as bareWebp } from './webp';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(name: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** One gray pixel. */
const drawn = [
  chunk('IHDR', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])),
  chunk('gAMA', Buffer.from([0, 0, 0xb1, 0x8f])),
  chunk('IDAT', deflateSync(Buffer.from([0, 127]))),
];
const end = chunk('IEND', Buffer.alloc(0));
const png = (...more: Buffer[]) => Buffer.concat([signature, ...drawn, ...more, end]);
const barePngOf = (bytes: Uint8Array) => Buffer.from(barePng(bytes) ?? []);

describe('a PNG before its upload', () => {
  it('is unchanged without metadata', () => {
    expect(barePngOf(png())).toEqual(png());
  });

  it('loses texts, times, Exif, private chunks, and everything after it', () => {
    const telling = ['tEXt', 'zTXt', 'iTXt', 'tIME', 'eXIf', 'caBX'].map((name) =>
      chunk(name, Buffer.from('GPS 52.5200N 13.4050E')),
    );
    expect(barePngOf(Buffer.concat([png(...telling), Buffer.from('GPS')]))).toEqual(png());
  });

  it('keeps its orientation, and nothing else of its Exif', () => {
    const exif = Buffer.concat([orientationTiffOf(6), Buffer.from('GPS')]);
    const expected = png(chunk('eXIf', orientationTiffOf(6)));
    expect(barePngOf(png(chunk('eXIf', exif)))).toEqual(expected);
    expect(barePngOf(expected)).toEqual(expected);
  });

  it('is unchanged when it is truncated', () => {
    for (let length = 0; length < png().length; length++) {
      expect(barePng(png().subarray(0, length))).toBeNull();
    }
  });
});

const part = (name: string, content: Uint8Array) => {
  const head = Buffer.alloc(8);
  head.write(name);
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
};
const riff = (...parts: Buffer[]) => {
  const content = Buffer.concat([Buffer.from('WEBP'), ...parts]);
  const head = Buffer.from('RIFF\0\0\0\0');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content]);
};
/** One pixel, lossy. */
const point = Buffer.from('MAEAnQEqAQABAAMANCWkAANwAP77lAAA', 'base64');
const extended = (flags: number) => part('VP8X', Buffer.from([flags, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
const bareWebpOf = (bytes: Uint8Array) => Buffer.from(bareWebp(bytes) ?? []);

describe('a WebP before its upload', () => {
  it('is unchanged without metadata', () => {
    for (const plain of [riff(part('VP8 ', point)), riff(extended(0x10), part('VP8 ', point))]) {
      expect(bareWebpOf(plain)).toEqual(plain);
    }
  });

  it('loses Exif, XMP, unknown chunks and everything after it, and no longer announces them', () => {
    const telling = ['EXIF', 'XMP ', 'C2PA'].map((name) => part(name, Buffer.from('GPS 52.52N ')));
    const bytes = riff(extended(0x1c), part('VP8 ', point), ...telling);
    const expected = riff(extended(0x10), part('VP8 ', point));
    expect(bareWebpOf(Buffer.concat([bytes, Buffer.from('GPS')]))).toEqual(expected);
  });

  it.each(['', 'Exif\0\0'])('keeps its orientation, and nothing else of its Exif', (label) => {
    const exif = Buffer.concat([Buffer.from(label), orientationTiffOf(6), Buffer.from('GPS')]);
    const expected = riff(extended(0x08), part('VP8 ', point), part('EXIF', orientationTiffOf(6)));
    expect(bareWebpOf(riff(extended(0x08), part('VP8 ', point), part('EXIF', exif)))).toEqual(
      expected,
    );
    expect(bareWebpOf(expected)).toEqual(expected);
  });

  it('is unchanged when it is truncated', () => {
    const whole = riff(extended(0), part('VP8 ', point));
    for (let length = 0; length < whole.length; length++) {
      expect(bareWebp(whole.subarray(0, length))).toBeNull();
    }
  });
});

it('nothing that claims to be an image makes any of them throw', () => {
  const starts = [signature, Buffer.from('RIFF\xff\0\0\0WEBPVP8X', 'latin1'), Buffer.alloc(0)];
  fc.assert(
    fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 400 }), (start, noise) => {
      for (const bare of [barePng, bareWebp, bareJpeg]) bare(Buffer.concat([start, noise]));
    }),
  );
});
