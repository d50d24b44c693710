import { crc32, deflateSync } from 'node:zlib';

/** Small pictures of every type, built byte by byte according to their specifications. */

function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

const u32 = (...numbers: number[]) => {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [at, number] of numbers.entries()) bytes.writeUInt32BE(number, 4 * at);
  return bytes;
};

/** Black, of this size (complete up to 64 × 64); with `moving`, an animation of two frames. */
export function aPng(width = 1, height = 1, moving = false): Buffer {
  const points = Math.min(height, 64) * (Math.min(width, 64) + 1);
  const data = deflateSync(Buffer.alloc(points));
  const still = [
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', Buffer.concat([u32(width, height), Buffer.from([8, 0, 0, 0, 0])])),
  ];
  const frame = (sequence: number) =>
    pngChunk(
      'fcTL',
      Buffer.concat([u32(sequence, width, height, 0, 0), Buffer.from([0, 1, 0, 10, 0, 0])]),
    );
  return Buffer.concat([
    ...still,
    ...(moving ? [pngChunk('acTL', u32(2, 0)), frame(0)] : []),
    pngChunk('IDAT', data),
    ...(moving ? [frame(1), pngChunk('fdAT', Buffer.concat([u32(2), data]))] : []),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

const gifStart = Buffer.from('R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=', 'base64');
const gifHead = gifStart.subarray(0, 19);
const gifFrame = gifStart.subarray(19, -1);

/** One pixel; an animation if `frames` is more than one. */
export function aGif(frames = 1): Buffer {
  const control = Buffer.from([0x21, 0xf9, 4, 0, 10, 0, 0, 0]);
  const all = Array.from({ length: frames }, () => Buffer.concat([control, gifFrame]));
  return Buffer.concat([gifHead, ...all, Buffer.from([0x3b])]);
}

const webp = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');

/** One pixel; with `moving`, an animation of two frames. */
export function aWebp(moving = false): Buffer {
  if (!moving) return webp;
  const chunk = (type: string, data: Buffer) => {
    const size = Buffer.alloc(4);
    size.writeUInt32LE(data.length);
    return Buffer.concat([Buffer.from(type, 'latin1'), size, data, Buffer.alloc(data.length & 1)]);
  };
  const picture = webp.subarray(12);
  const frame = chunk('ANMF', Buffer.concat([Buffer.alloc(16), picture]));
  const head = chunk('VP8X', Buffer.from([0x12, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
  return chunk(
    'RIFF',
    Buffer.concat([Buffer.from('WEBP'), head, chunk('ANIM', Buffer.alloc(6)), frame, frame]),
  );
}

/** The part of a photo that contains its size. */
export function aJpeg(width = 1, height = 1): Buffer {
  const frame = [
    0xff,
    0xc0,
    0,
    11,
    8,
    height >> 8,
    height & 255,
    width >> 8,
    width & 255,
    1,
    1,
    17,
    0,
  ];
  return Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, ...frame, 0xff, 0xd9]);
}
