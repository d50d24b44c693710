import type { MessageRecipient } from '../../../writing/recipients/recipient';
import type { TextAnchor } from './text-anchor';

/** Why a file was not uploaded; labels are in `upload-labels.ts`. */
export type UploadProblem = 'too_large' | 'empty' | 'folder' | 'unreadable' | 'quota' | 'refused';

/**
 * `queued`: behind three others. `sending`: in progress. `paused`: by the user. `waiting`: for the
 * connection or the next try. `signedOut`: until the user signs in again. `needsFile`: the page was
 * reloaded and the browser did not store the file. `done`: the server has it. `failed`: see
 * `problem`.
 */
export type UploadJobState =
  'queued' | 'sending' | 'paused' | 'waiting' | 'signedOut' | 'needsFile' | 'done' | 'failed';

/** The upload of one file for one draft. Draft, file and place are fixed at creation. */
export interface UploadJob {
  readonly id: string;
  /** Local key of the draft. */
  readonly draft: string;
  /** The draft's recipient when the file was added: a draft without text is not stored. */
  readonly recipient: MessageRecipient;
  /** Where its link is inserted. */
  readonly anchor: TextAnchor;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly type: string;
  /** Milliseconds since 1970. */
  readonly lastModified: number;
  readonly state: UploadJobState;
  /** Bytes known to have been sent; never more than `size`. */
  readonly sent: number;
  /** How many of them the server has acknowledged. */
  readonly acknowledged: number;
  /** Bytes per second, smoothed; null before the first measurement. */
  readonly rate: number | null;
  /** When `sent` was last reported, in milliseconds. */
  readonly toldAt: number;
  /** Failed tries in a row. */
  readonly tries: number;
  /** A try ended without a reply, so the server might have the whole file anyway. */
  readonly unanswered: boolean;
  /** In state `waiting`: when to try again, in milliseconds; null waits only for the connection. */
  readonly retryAt: number | null;
  readonly problem: UploadProblem | null;
  /** The server's message for problem `refused`. */
  readonly reason: string | null;
  /** Server-relative URL; set in state `done`. */
  readonly url: string | null;
  /** The server's name for the file; set in state `done`. */
  readonly filename: string | null;
  /** The link has been inserted into the text. */
  readonly placed: boolean;
}

export type NewUploadJob = Pick<
  UploadJob,
  'id' | 'draft' | 'recipient' | 'anchor' | 'name' | 'size' | 'type' | 'lastModified'
> & { readonly problem?: UploadProblem | null };

export function uploadJobOf({ problem = null, ...given }: NewUploadJob): UploadJob {
  return {
    ...given,
    state: problem === null ? 'queued' : 'failed',
    sent: 0,
    acknowledged: 0,
    rate: null,
    toldAt: 0,
    tries: 0,
    unanswered: false,
    retryAt: null,
    problem,
    reason: null,
    url: null,
    filename: null,
    placed: false,
  };
}

/** Whether the upload is neither done nor failed. */
export function isUploadOpen({ state }: UploadJob): boolean {
  return state !== 'done' && state !== 'failed';
}

/** Whether its message must wait for it, including failed jobs that the user has not dealt with. */
export function holdsBackMessage(job: UploadJob): boolean {
  return job.state !== 'done' || !job.placed;
}

/** Whether it can't continue without the user. */
export function needsUserAction({ state }: UploadJob): boolean {
  return state === 'failed' || state === 'needsFile';
}

/** Seconds; null if unknown. */
export function timeLeft({ state, size, sent, rate }: UploadJob): number | null {
  if (state !== 'sending' || rate === null || rate <= 0) return null;
  return Math.ceil((size - sent) / rate);
}

/** How much the newest measurement counts in the rate, 0 to 1. */
const newestWeight = 0.2;

/** The fields that change when `sent` bytes have left, or the server has acknowledged so many. */
export function progressOf(
  job: UploadJob,
  sent: number,
  acknowledged: boolean,
  now: number,
): Partial<UploadJob> {
  const bounded = Math.min(sent, job.size);
  if (acknowledged) {
    // Bytes sent earlier say nothing about the rate now. Growth ends the series of failed tries.
    const tries = bounded > job.acknowledged ? 0 : job.tries;
    return { sent: bounded, acknowledged: bounded, tries, toldAt: now };
  }
  const seconds = (now - job.toldAt) / 1000;
  if (seconds <= 0) return { sent: bounded };
  const speed = Math.max(0, bounded - job.sent) / seconds;
  const rate = job.rate === null ? speed : job.rate * (1 - newestWeight) + speed * newestWeight;
  return { sent: bounded, rate, toldAt: now };
}

/** Fields of a job that waits for its turn without an earlier failure. */
export const queuedFields = {
  state: 'queued',
  rate: null,
  retryAt: null,
  problem: null,
  reason: null,
} as const satisfies Partial<UploadJob>;
