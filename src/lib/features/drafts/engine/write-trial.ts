/**
 * A write that failed although it wasn't refused: the server failed at it or didn't respond. Stored
 * with its draft or tombstone, so that one at which the server always fails doesn't block the
 * others: it is retried alone, and less and less often.
 */
export interface WriteTrial {
  /** `editedAt` of the text that failed; 0 if the draft has changed since, and for a tombstone. */
  readonly editedAt: number;
  readonly times: number;
  /** Last failure. Device clock, milliseconds. */
  readonly at: number;
  /** The server responded with an error. If false, the connection can be the cause. */
  readonly answered: boolean;
}

/** Since when this device leads and is online: earlier failures can succeed now. */
interface Footing {
  readonly ledSince: number;
  readonly onlineSince: number;
}

/**
 * After this many failures in a batch, a draft is retried alone; after this many in all, the user
 * is notified.
 */
const aloneAfter = 2;
const reportAfter = 4;
const maxPause = 60_000;
const maxBackedOffPause = 600_000;

export function nextTrial(
  last: WriteTrial | null | undefined,
  editedAt: number,
  at: number,
  answered: boolean,
): WriteTrial {
  const isSame = last?.editedAt === editedAt;
  // A changed text of a failed draft is retried alone right away.
  const before = isSame ? last.times : Math.min(last?.times ?? 0, aloneAfter - 1);
  return { editedAt, times: before + 1, at, answered };
}

export function mustRetryAlone(trial: WriteTrial | null | undefined): boolean {
  return (trial?.times ?? 0) >= aloneAfter;
}

/** Whether the server has repeatedly failed at exactly this text. */
export function isBackedOff(trial: WriteTrial | null | undefined, editedAt: number): boolean {
  return trial?.editedAt === editedAt && trial.answered && trial.times >= reportAfter;
}

/** When it can be retried, milliseconds. */
export function trialRetryAt(
  trial: WriteTrial | null | undefined,
  editedAt: number,
  { ledSince, onlineSince }: Footing,
  now: number,
): number {
  if (!trial || trial.editedAt !== editedAt || trial.at > now || trial.at < ledSince) return 0;
  if (!trial.answered && trial.at < onlineSince) return 0;
  const [first, longest, before] = isBackedOff(trial, editedAt)
    ? [maxPause, maxBackedOffPause, reportAfter]
    : [1000, maxPause, 1];
  return trial.at + Math.min(longest, first * 2 ** (trial.times - before));
}
