/**
 * The first frame of an animated image as an image of the same type, made by removing all others.
 * Null if it isn't animated. These functions throw RangeError for a truncated file.
 */

/** Removing the animation chunks leaves the default image. Source: PNG, third edition. */
function pngStill(bytes: Buffer): Buffer | null {
  const kept: Buffer[] = [bytes.subarray(0, 8)];
  let moves = false;
  for (let at = 8; at < bytes.length;) {
    const end = at + 12 + bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (end > bytes.length) throw new RangeError('a chunk that ends too early');
    if (type === 'acTL') moves = true;
    if (!['acTL', 'fcTL', 'fdAT'].includes(type)) kept.push(bytes.subarray(at, end));
    if (type === 'IEND') break;
    at = end;
  }
  return moves ? Buffer.concat(kept) : null;
}

const gifEnd = 0x3b;

/** Source: Graphics Interchange Format, version 89a. */
function gifStill(bytes: Buffer): Buffer | null {
  const tableSize = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const afterBlocks = (start: number) => {
    let at = start;
    for (let size = bytes.readUInt8(at); size > 0; size = bytes.readUInt8(at)) at += size + 1;
    return at + 1;
  };
  let at = 13 + tableSize(bytes.readUInt8(10));
  let firstEnd: number | undefined;
  for (;;) {
    const sign = bytes.readUInt8(at);
    if (sign === 0x21) at = afterBlocks(at + 2);
    else if (sign === 0x2c) {
      if (firstEnd !== undefined) {
        return Buffer.concat([bytes.subarray(0, firstEnd), Buffer.from([gifEnd])]);
      }
      at = firstEnd = afterBlocks(at + 11 + tableSize(bytes.readUInt8(at + 9)));
    } else if (sign === gifEnd) {
      if (firstEnd === undefined) throw new RangeError('no picture in it');
      return null;
    } else throw new RangeError('no block begins so');
  }
}

const movesFlag = 0x02;
const alphaFlag = 0x10;

/** Source: RFC 9649, sections 2.6 and 2.7. */
function webpStill(bytes: Buffer): Buffer | null {
  const isExtended = bytes.toString('latin1', 12, 16) === 'VP8X';
  if (!isExtended || !(bytes.readUInt8(20) & movesFlag)) return null;
  for (let at = 12; at < bytes.length;) {
    const size = bytes.readUInt32LE(at + 4);
    if (at + 8 + size > bytes.length) throw new RangeError('a chunk that ends too early');
    if (bytes.toString('latin1', at, at + 4) === 'ANMF') {
      const frame = bytes.subarray(at + 8, at + 8 + size);
      return aloneInWebp(frame.subarray(16), frame.subarray(6, 12));
    }
    at += 8 + size + (size & 1);
  }
  throw new RangeError('no frame in it');
}

/** A still image from a frame's chunks. `size` is width and height in the file's encoding. */
function aloneInWebp(chunks: Buffer, size: Buffer): Buffer {
  const head = Buffer.alloc(30);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(22 + chunks.length, 4);
  head.write('WEBPVP8X', 8, 'latin1');
  head.writeUInt32LE(10, 16);
  head.writeUInt8(chunks.toString('latin1', 0, 4) === 'VP8 ' ? 0 : alphaFlag, 20);
  size.copy(head, 24);
  return Buffer.concat([head, chunks]);
}

/** Maximum size of an organization's image or a profile picture, in MiB. */
export const maxPictureMib = 5;

/**
 * Maximum number of pixels. A small file can contain an image that fills the memory of everyone who
 * views it.
 */
const maxPixels = 4096 * 4096;

export interface PictureFile {
  readonly content_type: string;
  /** Its first frame as an image of the same type. Null if it isn't animated. */
  readonly still: Buffer | null;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Kind {
  readonly content_type: string;
  /** File extension. */
  readonly ending: string;
  is(bytes: Buffer): boolean;
  /** Can throw RangeError for a truncated file. */
  size(bytes: Buffer): Size | null;
  still(bytes: Buffer): Buffer | null;
}

const ascii = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to);

/** Bitmap formats only, because vector images can contain scripts. */
const kinds: readonly Kind[] = [
  {
    content_type: 'image/png',
    ending: 'png',
    is: (bytes) => ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n',
    size: (bytes) =>
      ascii(bytes, 12, 16) === 'IHDR'
        ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
        : null,
    still: pngStill,
  },
  {
    content_type: 'image/gif',
    ending: 'gif',
    is: (bytes) => /^GIF8[79]a$/.test(ascii(bytes, 0, 6)),
    size: (bytes) => ({ width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }),
    still: gifStill,
  },
  {
    content_type: 'image/jpeg',
    ending: 'jpg',
    is: (bytes) => ascii(bytes, 0, 3) === '\xff\xd8\xff',
    size: jpegSize,
    still: () => null,
  },
  {
    content_type: 'image/webp',
    ending: 'webp',
    is: (bytes) => ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP',
    size: webpSize,
    still: webpStill,
  },
];

/** Detects what a file is from its bytes, whatever its name. Null if it isn't an image. */
export function readPicture(bytes: Buffer): PictureFile | null {
  const kind = kinds.find(({ is }) => is(bytes));
  if (!kind) return null;
  try {
    const size = kind.size(bytes);
    const points = size ? size.width * size.height : 0;
    if (points === 0 || points > maxPixels) return null;
    return { content_type: kind.content_type, still: kind.still(bytes) };
  } catch (error) {
    // The file is shorter than it says.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

export function pictureEndingOf(content_type: string): string {
  return kinds.find((kind) => kind.content_type === content_type)?.ending ?? 'bin';
}

/** Reads the first frame header, wherever it is. Source: ITU-T T.81, annex B. */
function jpegSize(bytes: Buffer): Size | null {
  let at = 2;
  while (at < bytes.length) {
    if (bytes.readUInt8(at) !== 0xff) return null;
    const marker = bytes.readUInt8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    // Fill byte before a marker.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

/** Source: RFC 9649. */
function webpSize(bytes: Buffer): Size | null {
  switch (ascii(bytes, 12, 16)) {
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    default:
      return null;
  }
}
