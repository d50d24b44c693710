import type { UploadJob } from './engine/upload-job';
import type { FileHandle } from './file-handles';

/** What a later page needs of a job. */
export interface SavedUploadJob {
  readonly job: UploadJob;
  /** Absent where the browser has no room for it, or was told not to keep it. */
  readonly file?: Blob | undefined;
  /** Instead of the file; the browser may ask the person before it is read. */
  readonly handle?: FileHandle | undefined;
  readonly uploadUrl: string | null;
}

/** Whether a later page has anything to do for it. */
export function isUploadUnfinished({ state, placed }: UploadJob): boolean {
  return state === 'done' ? !placed : state !== 'failed';
}
