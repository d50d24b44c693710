import type { MessageRecipient } from '../../../writing/recipients/recipient';
import type { TextAnchor } from './text-anchor';

/** Why a file did not go up; the table of words is in `upload-words`. */
export type UploadProblem = 'too_large' | 'empty' | 'folder' | 'unreadable' | 'quota' | 'refused';

/**
 * `queued`: behind three others. `sending`: under way. `paused`: by the person. `waiting`: for the
 * connection, or for the time of the next try. `signedOut`: until the person has signed in again.
 * `needsFile`: the page was loaded anew and the browser did not keep the file. `done`: the server has
 * it. `failed`: see `problem`.
 */
export type UploadJobState =
  'queued' | 'sending' | 'paused' | 'waiting' | 'signedOut' | 'needsFile' | 'done' | 'failed';

/** One file on its way into one draft. Its draft, file and place are settled when it is made. */
export interface UploadJob {
  readonly id: string;
  /** Local key of the draft. */
  readonly draft: string;
  /** To whom the draft went when the file was added: the draft may have no text, and so no record. */
  readonly recipient: MessageRecipient;
  /** Where its link goes. */
  readonly anchor: TextAnchor;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly type: string;
  /** Milliseconds since 1970. */
  readonly lastModified: number;
  readonly state: UploadJobState;
  /** Bytes that are known to have left; never more than `size`. */
  readonly sent: number;
  /** Of them, those that the server has said it has. */
  readonly acknowledged: number;
  /** Bytes a second, smoothed; null before there is a measure. */
  readonly rate: number | null;
  /** When `sent` was last told, milliseconds. */
  readonly toldAt: number;
  /** Tries in a row that came to nothing. */
  readonly tries: number;
  /** A try ended without an answer: the server may have the whole file all the same. */
  readonly unanswered: boolean;
  /** While `waiting`: when to try again, milliseconds; null waits for the connection alone. */
  readonly retryAt: number | null;
  readonly problem: UploadProblem | null;
  /** The server's own sentence, of problem `refused`. */
  readonly reason: string | null;
  /** On the server, relative to it; once `done`. */
  readonly url: string | null;
  /** As the server calls it; once `done`. */
  readonly filename: string | null;
  /** Its link has been put into the text. */
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

/** Whether something is to come of it without another try by the person. */
export function isUploadOpen({ state }: UploadJob): boolean {
  return state !== 'done' && state !== 'failed';
}

/** Whether its message has to wait for it: also for one that failed, until that is settled. */
export function holdsBackMessage(job: UploadJob): boolean {
  return job.state !== 'done' || !job.placed;
}

/** Whether nothing comes of it before the person does something. */
export function needsUserAction({ state }: UploadJob): boolean {
  return state === 'failed' || state === 'needsFile';
}

/** Seconds; null while nothing can be said. */
export function timeLeft({ state, size, sent, rate }: UploadJob): number | null {
  if (state !== 'sending' || rate === null || rate <= 0) return null;
  return Math.ceil((size - sent) / rate);
}

/** The fields of a job that waits for its turn with no failure behind it. */
export const queuedFields = {
  state: 'queued',
  rate: null,
  retryAt: null,
  problem: null,
  reason: null,
} as const satisfies Partial<UploadJob>;
