import { gifStill, pngStill, webpStill } from './first-frame';

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
