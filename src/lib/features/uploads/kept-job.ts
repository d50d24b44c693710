import type { Job } from './engine/job';
import type { FileHandle } from './handles';

/** What a later page needs of a job. */
export interface KeptJob {
  readonly job: Job;
  /** Absent where the browser has no room for it, or was told not to keep it. */
  readonly file?: Blob | undefined;
  /** Instead of the file; the browser may ask the person before it is read. */
  readonly handle?: FileHandle | undefined;
  readonly uploadUrl: string | null;
}

/** Whether a later page has anything to do for it. */
export function isUnfinished({ state, placed }: Job): boolean {
  return state === 'done' ? !placed : state !== 'failed';
}
