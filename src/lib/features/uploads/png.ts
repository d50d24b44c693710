import { fourLetterCode, joinBytes, dataViewOf } from './bytes';
import { exifOrientationOf, orientationTiffOf } from './exif';

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Bytes for length, name and checksum around a chunk's content. */
const frame = 12;

/** Ancillary chunks that affect rendering, including animation; all others are metadata. */
const drawing = new Set(
  'tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(' '),
);

/**
 * Removes Exif, texts, times, private chunks and everything after the end of a PNG. Colors,
 * animation and orientation stay. Null if it is no PNG or can't be parsed to its end.
 * https://www.w3.org/TR/png-3/#11Chunks
 */
export function stripPngMetadata(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  if (!signature.every((byte, index) => bytes[index] === byte)) return null;
  const view = dataViewOf(bytes);
  const kept = [bytes.subarray(0, signature.length)];
  for (let at = signature.length; at + frame <= bytes.length;) {
    const length = view.getUint32(at);
    const end = at + frame + length;
    if (end > bytes.length) return null;
    const name = fourLetterCode(bytes, at + 4);
    if (name === 'eXIf') {
      const orientation = exifOrientationOf(bytes.subarray(at + 8, at + 8 + length));
      if (orientation !== 1) kept.push(chunk(name, orientationTiffOf(orientation)));
    } else if (isCritical(name) || drawing.has(name)) kept.push(bytes.subarray(at, end));
    if (name === 'IEND') return joinBytes(kept);
    at = end;
  }
  return null;
}

/** Chunks needed for rendering have a name that starts with a capital. */
function isCritical(name: string): boolean {
  return /^[A-Z]/.test(name);
}

function chunk(name: string, content: Uint8Array): Uint8Array {
  const whole = new Uint8Array(frame + content.length);
  const view = dataViewOf(whole);
  view.setUint32(0, content.length);
  whole.set(
    [...name].map((letter) => letter.charCodeAt(0)),
    4,
  );
  whole.set(content, 8);
  view.setUint32(whole.length - 4, checksum(whole.subarray(4, -4)));
  return whole;
}

/** CRC-32, computed bit by bit, because there are only a few bytes. */
function checksum(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0);
  }
  return (rest ^ 0xffffffff) >>> 0;
}
