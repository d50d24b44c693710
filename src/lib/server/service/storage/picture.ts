import { gifStill, pngStill, webpStill } from './first-frame';

/** Megabytes that a picture of the organization or of a person may have. */
export const maxPictureMib = 5;

/** Points of a picture: a small file can hold one that fills the memory of whoever looks at it. */
const maxPixels = 4096 * 4096;

export interface PictureFile {
  readonly content_type: string;
  /** Its first frame as a picture of the same kind; null where it does not move. */
  readonly still: Buffer | null;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Kind {
  readonly content_type: string;
  /** The last part of its names. */
  readonly ending: string;
  is(bytes: Buffer): boolean;
  /** May throw RangeError for a file that ends too early. */
  size(bytes: Buffer): Size | null;
  still(bytes: Buffer): Buffer | null;
}

const ascii = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to);

/** Pictures of points only: a drawing can run. */
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

/** Reads what a file is from its bytes, whatever it is called; null for what is no picture. */
export function readPicture(bytes: Buffer): PictureFile | null {
  const kind = kinds.find(({ is }) => is(bytes));
  if (!kind) return null;
  try {
    const size = kind.size(bytes);
    const points = size ? size.width * size.height : 0;
    if (points === 0 || points > maxPixels) return null;
    return { content_type: kind.content_type, still: kind.still(bytes) };
  } catch (error) {
    // It ends before what it announces.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

export function pictureEndingOf(content_type: string): string {
  return kinds.find((kind) => kind.content_type === content_type)?.ending ?? 'bin';
}

/** In the first frame header, wherever that stands. Source: ITU-T T.81, annex B. */
function jpegSize(bytes: Buffer): Size | null {
  let at = 2;
  while (at < bytes.length) {
    if (bytes.readUInt8(at) !== 0xff) return null;
    const marker = bytes.readUInt8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    // A byte of filling before a marker.
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
