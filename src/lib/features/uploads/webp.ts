import { fourLetterCode, joinBytes, dataViewOf } from './bytes';
import { exifOrientationOf, orientationTiffOf } from './exif';

/** Bytes for `RIFF`, a length and `WEBP`. */
const head = 12;
const flags = { exif: 0x08, xmp: 0x04 };
/** Chunks needed for rendering. */
const drawing = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);

/**
 * Removes Exif, XMP and unknown chunks of a WebP. Colors, animation and orientation stay. Null if
 * it is no WebP or can't be parsed to its end.
 * https://developers.google.com/speed/webp/docs/riff_container
 */
export function stripWebpMetadata(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  if (fourLetterCode(bytes, 0) !== 'RIFF' || fourLetterCode(bytes, 8) !== 'WEBP') return null;
  const view = dataViewOf(bytes);
  const whole = 8 + view.getUint32(4, true);
  if (whole > bytes.length || whole < head) return null;
  const kept: Uint8Array[] = [];
  let orientation = 1;
  for (let at = head; at < whole;) {
    if (at + 8 > whole) return null;
    const length = view.getUint32(at + 4, true);
    // A chunk of odd length is followed by a padding byte.
    const end = at + 8 + length + (length % 2);
    if (end > whole) return null;
    const name = fourLetterCode(bytes, at);
    if (name === 'EXIF')
      orientation = exifOrientationOf(tiffIn(bytes.subarray(at + 8, at + 8 + length)));
    else if (drawing.has(name)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  const isExtended = kept[0] !== undefined && fourLetterCode(kept[0], 0) === 'VP8X';
  if (isExtended) kept[0] = described(kept[0] ?? new Uint8Array(), orientation !== 1);
  if (isExtended && orientation !== 1) kept.push(chunk('EXIF', orientationTiffOf(orientation)));
  const content = joinBytes(kept);
  const start = bytes.slice(0, head);
  dataViewOf(start).setUint32(4, content.length + 4, true);
  return joinBytes([start, content]);
}

/** Some programs write the `Exif` label, which only JPEG defines. */
function tiffIn(content: Uint8Array): Uint8Array {
  return fourLetterCode(content, 0) === 'Exif' ? content.subarray(6) : content;
}

/** The VP8X chunk, updated to announce what the file contains now. */
function described(extended: Uint8Array, hasExif: boolean): Uint8Array {
  const changed = extended.slice();
  const bits = (changed[8] ?? 0) & ~(flags.exif | flags.xmp);
  changed[8] = hasExif ? bits | flags.exif : bits;
  return changed;
}

/** A chunk with content of even length. */
function chunk(name: string, content: Uint8Array): Uint8Array {
  const whole = new Uint8Array(8 + content.length);
  whole.set([...name].map((letter) => letter.charCodeAt(0)));
  dataViewOf(whole).setUint32(4, content.length, true);
  whole.set(content, 8);
  return whole;
}
