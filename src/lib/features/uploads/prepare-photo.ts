import { stripJpegMetadata as bareJpeg } from './jpeg';
import { stripPngMetadata as barePng } from './png';
import { stripWebpMetadata as bareWebp } from './webp';

const bare: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array<ArrayBuffer> | null>> = {
  'image/jpeg': bareJpeg,
  'image/png': barePng,
  'image/webp': bareWebp,
};

/** Whether files of this type are uploaded without their metadata, and so can be shorter. */
export function hasMetadataStripped(type: string): boolean {
  return Object.hasOwn(bare, type);
}

/** Bytes. Photos are smaller; a larger file is uploaded unchanged. */
const maxPhotoSize = 128 * 1024 * 1024;

/** Removes a photo's metadata; returns other files unchanged. Rejects if the file can't be read. */
export async function stripPhotoMetadata(file: Blob): Promise<Blob> {
  if (!hasMetadataStripped(file.type) || file.size > maxPhotoSize) return file;
  const bytes = bare[file.type]?.(new Uint8Array(await file.arrayBuffer()));
  return bytes ? new Blob([bytes], { type: file.type }) : file;
}

/** Types that browsers can decode and so resize. */
export function isPhoto(type: string): boolean {
  return /^image\/(jpeg|png|webp|avif)$/.test(type);
}

const qualities = [0.85, 0.7, 0.55];
const narrowest = 320;

/**
 * The image as a JPEG of at most `limit` bytes, as large as possible. Null if it can't be decoded
 * or made small enough.
 */
export async function shrinkPhoto(file: Blob, limit: number): Promise<Blob | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  try {
    for (let width = picture.width; width >= narrowest; width = Math.floor(width * 0.7)) {
      const height = Math.max(1, Math.round((picture.height * width) / picture.width));
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d');
      if (!context) return null;
      // JPEG has no transparency: use white instead of black.
      context.fillStyle = '#fff';
      context.fillRect(0, 0, width, height);
      context.drawImage(picture, 0, 0, width, height);
      for (const quality of qualities) {
        const smaller = await canvas.convertToBlob({ type: 'image/jpeg', quality });
        if (smaller.size <= limit) return smaller;
      }
    }
    return null;
  } finally {
    picture.close();
  }
}
