import { joinBytes } from './bytes';
import { exifOrientationOf, orientationTiffOf } from './exif';

/** Markers of the format, ITU T.81 annex B. */
const startOfImage = 0xffd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;
const exifLabel = 'Exif\0\0';

/**
 * Removes what reveals where, when and with what device a JPEG was taken: Exif, XMP, IPTC, vendor
 * segments, and everything after the image (cameras append videos and depth maps). Color profile
 * and orientation stay, so it looks the same. Null if it is no JPEG or can't be parsed to its end.
 */
export function stripJpegMetadata(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 4 || view.getUint16(0) !== startOfImage) return null;
  const kept: Uint8Array[] = [];
  let orientation = 1;
  let at = 2;
  for (;;) {
    // A marker can have any number of fill bytes before it.
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at++;
    const marker = bytes[at + 1];
    if (bytes[at] !== 0xff || marker === undefined) return null;
    if (marker === endOfImage) break;
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) {
      kept.push(bytes.subarray(at, at + 2));
      at += 2;
      continue;
    }
    if (at + 4 > bytes.length) return null;
    let end = at + 2 + view.getUint16(at + 2);
    if (view.getUint16(at + 2) < 2 || end > bytes.length) return null;
    const content = bytes.subarray(at + 4, end);
    if (marker === 0xe1 && starts(content, exifLabel)) {
      orientation = exifOrientationOf(content.subarray(exifLabel.length));
    }
    if (marker === startOfScan) {
      const next = endOfScan(bytes, end);
      if (next === null) return null;
      end = next;
    }
    if (isPicture(marker, content)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  const head = [Uint8Array.of(0xff, 0xd8), ...(orientation === 1 ? [] : [exifOf(orientation)])];
  return joinBytes([...head, ...kept, Uint8Array.of(0xff, endOfImage)]);
}

/** Of the application segments, keeps JFIF, the color profile and Adobe's color transform. */
function isPicture(marker: number, content: Uint8Array): boolean {
  if (marker === 0xfe) return false;
  if (marker < 0xe0 || marker > 0xef) return true;
  if (marker === 0xe0) return starts(content, 'JFIF\0');
  if (marker === 0xe2) return starts(content, 'ICC_PROFILE\0');
  return marker === 0xee && starts(content, 'Adobe');
}

/** End of the coded data: a marker that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Uint8Array, from: number): number | null {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next === undefined) return null;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return null;
}

/** A segment that contains only the orientation. */
function exifOf(orientation: number): Uint8Array {
  const tiff = orientationTiffOf(orientation);
  const label = [...exifLabel].map((letter) => letter.charCodeAt(0));
  const length = 2 + label.length + tiff.length;
  return Uint8Array.of(0xff, 0xe1, length >> 8, length & 0xff, ...label, ...tiff);
}

function starts(content: Uint8Array, label: string): boolean {
  return [...label].every((letter, index) => content[index] === letter.charCodeAt(0));
}
