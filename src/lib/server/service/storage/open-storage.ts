import type { BucketOptions, BucketTimeouts } from './bucket';
import { diskStorage } from './disk';
import type { FileStorage } from './storage';
import type { UploadRecords } from './upload-records';

/** Where files are stored. All processes need the same place. */
export type StorageLocation =
  | { readonly folder: string }
  | { readonly bucket: BucketOptions; readonly patience?: BucketTimeouts };

/** `records` are the uploads in progress. Throws `StartFailure` if the place can't be used. */
export async function openStorage(
  place: StorageLocation,
  records: UploadRecords,
): Promise<FileStorage> {
  if ('folder' in place) return diskStorage(place.folder, records);
  // Imported on demand, because it is a lot of code that most installations don't use.
  const { bucketStorage } = await import('./bucket');
  return bucketStorage(place.bucket, records, place.patience);
}
