import { stripJpegMetadata as bareJpeg } from './jpeg';
import { stripPngMetadata as barePng } from './png';
import { stripWebpMetadata as bareWebp } from './webp';

const bare: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array<ArrayBuffer> | null>> = {
  'image/jpeg': bareJpeg,
  'image/png': barePng,
  'image/webp': bareWebp,
};

/** Whether a file of this type goes up without its metadata, and so may become shorter. */
export function hasMetadataStripped(type: string): boolean {
  return Object.hasOwn(bare, type);
}

/** Photos are smaller; what claims to be one goes as it is. Bytes. */
const maxPhotoSize = 128 * 1024 * 1024;

/** A photo without its metadata; anything else as it is. Rejects when it can't be read. */
export async function stripPhotoMetadata(file: Blob): Promise<Blob> {
  if (!hasMetadataStripped(file.type) || file.size > maxPhotoSize) return file;
  const bytes = bare[file.type]?.(new Uint8Array(await file.arrayBuffer()));
  return bytes ? new Blob([bytes], { type: file.type }) : file;
}

/** What a browser can draw, and so make smaller. */
export function isPhoto(type: string): boolean {
  return /^image\/(jpeg|png|webp|avif)$/.test(type);
}

const qualities = [0.85, 0.7, 0.55];
const narrowest = 320;

/**
 * The picture as a JPEG of at most `limit` bytes, as large as it may be. Null: it can't be read, or not
 * made that small.
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
      // JPEG knows no transparency: paper, not black.
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
