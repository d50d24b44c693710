import type { BucketOptions, BucketTimeouts } from './bucket';
import { diskStorage } from './disk';
import type { FileStorage } from './storage';
import type { UploadRecords } from './upload-records';

/** Where files are kept. Processes side by side need the same place. */
export type StorageLocation =
  | { readonly folder: string }
  | { readonly bucket: BucketOptions; readonly patience?: BucketTimeouts };

/** `records`: what is on its way in. Throws `StartFailure` where the place cannot be used. */
export async function openStorage(
  place: StorageLocation,
  records: UploadRecords,
): Promise<FileStorage> {
  if ('folder' in place) return diskStorage(place.folder, records);
  // Imported when needed: it is much code that most starts have no use for.
  const { bucketStorage } = await import('./bucket');
  return bucketStorage(place.bucket, records, place.patience);
}
