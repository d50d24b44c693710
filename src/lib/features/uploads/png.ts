import { fourLetterCode, joinBytes, dataViewOf } from './bytes';
import { exifOrientationOf, orientationTiffOf } from './exif';

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Length, name and checksum around a chunk's content. */
const frame = 12;

/** What a picture is drawn by, animation included; all else that is not critical only tells of it. */
const drawing = new Set(
  'tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(' '),
);

/**
 * A PNG without Exif, texts, times and programs' own chunks, and without what follows its end. Colours,
 * animation and orientation stay. Null: no PNG, or not one that can be read to its end.
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

/** Without it nothing can be drawn: its name begins with a capital. */
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

/** CRC-32, bit by bit: for a few bytes. */
function checksum(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0);
  }
  return (rest ^ 0xffffffff) >>> 0;
}
