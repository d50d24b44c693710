import type { UploadJob } from './engine/upload-job';
import type { FileHandle } from './file-handles';

/** What a later page needs of a job. */
export interface SavedUploadJob {
  readonly job: UploadJob;
  /** Absent if the browser lacks space or storing is switched off. */
  readonly file?: Blob | undefined;
  /** Stored instead of the file; the browser can prompt the user before it is read. */
  readonly handle?: FileHandle | undefined;
  readonly uploadUrl: string | null;
}

/** Whether a later page has to continue it. */
export function isUploadUnfinished({ state, placed }: UploadJob): boolean {
  return state === 'done' ? !placed : state !== 'failed';
}
