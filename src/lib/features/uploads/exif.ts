import { dataViewOf } from './bytes';

const orientationTag = 0x0112;

/**
 * The orientation in a TIFF structure (Exif), 1 to 8; 1 is upright and the default. Exif 2.3,
 * section 4.6.
 */
export function exifOrientationOf(tiff: Uint8Array): number {
  if (tiff.length < 14) return 1;
  const view = dataViewOf(tiff);
  const little = view.getUint16(0) === 0x4949;
  const directory = view.getUint32(4, little);
  if (directory + 2 > tiff.length) return 1;
  const count = view.getUint16(directory, little);
  for (let entry = 0; entry < count; entry++) {
    const at = directory + 2 + entry * 12;
    if (at + 12 > tiff.length) return 1;
    if (view.getUint16(at, little) !== orientationTag) continue;
    const value = view.getUint16(at + 8, little);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** A TIFF structure that contains only the orientation. */
export function orientationTiffOf(orientation: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(
    ...[0x4d, 0x4d, 0, 42, 0, 0, 0, 8],
    ...[0, 1, orientationTag >> 8, orientationTag & 0xff, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0],
    ...[0, 0, 0, 0],
  );
}
