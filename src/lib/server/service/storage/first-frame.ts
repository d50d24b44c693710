/**
 * The first frame of an animated image as an image of the same type, made by removing all others.
 * Null if it isn't animated. These functions throw RangeError for a truncated file.
 */

/** Removing the animation chunks leaves the default image. Source: PNG, third edition. */
export function pngStill(bytes: Buffer): Buffer | null {
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
export function gifStill(bytes: Buffer): Buffer | null {
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
export function webpStill(bytes: Buffer): Buffer | null {
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
