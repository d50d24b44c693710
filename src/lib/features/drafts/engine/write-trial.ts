/**
 * A write that did not succeed although nothing was said against it: the server failed at it, or no
 * answer came. Kept with the draft or the grave it is of, so that one at which the server always fails
 * holds up no other: it is tried alone, and ever more seldom.
 */
export interface WriteTrial {
  /** The text it was, by its draft's `editedAt`; 0 for one that has changed since, and for a grave. */
  readonly editedAt: number;
  readonly times: number;
  /** The last time. Device clock, milliseconds. */
  readonly at: number;
  /** The server failed and said so; without it the connection may be at fault. */
  readonly answered: boolean;
}

/** Since when this device leads and is connected: what failed before may do well now. */
interface Footing {
  readonly ledSince: number;
  readonly onlineSince: number;
}

/** Failed so often in a batch, a draft is tried alone; so often in all, its person is told. */
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
  // Another text of a draft that failed is tried alone at once.
  const before = isSame ? last.times : Math.min(last?.times ?? 0, aloneAfter - 1);
  return { editedAt, times: before + 1, at, answered };
}

export function mustRetryAlone(trial: WriteTrial | null | undefined): boolean {
  return (trial?.times ?? 0) >= aloneAfter;
}

/** Whether the server has failed at this very text again and again. */
export function isBackedOff(trial: WriteTrial | null | undefined, editedAt: number): boolean {
  return trial?.editedAt === editedAt && trial.answered && trial.times >= reportAfter;
}

/** When it may be tried again, milliseconds. */
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
