import { m } from '$lib/paraglide/messages';
import { getLocale } from '$lib/paraglide/runtime';
import { perLocale } from '../../ui/per-locale';
import { sizeWords } from '../../ui/size-words';
import { timeLeft, type Job } from './engine/job';

const percents = perLocale((locale) => new Intl.NumberFormat(locale, { style: 'percent' }));

/** `share` from 0 to 1; rounded down, so that 100 % is all of it. */
export function percentWords(share: number): string {
  return percents(getLocale()).format(Math.floor(share * 100) / 100);
}

const spans = ['second', 'minute', 'hour'].map((unit) =>
  perLocale(
    (locale) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }),
  ),
);

function spanWords(seconds: number): string {
  const power = seconds < 60 ? 0 : seconds < 3600 ? 1 : 2;
  return spans[power]?.(getLocale()).format(Math.ceil(seconds / 60 ** power)) ?? '';
}

/** How it goes with a file, in one line. `isLinked`: its link is in the text. */
export function stateWords(job: Job, isLinked: boolean, limit: number | null): string {
  const [sent, size] = [sizeWords(job.sent, job.size), sizeWords(job.size)];
  switch (job.state) {
    case 'queued':
      return m.uploads_state_queued();
    case 'sending': {
      if (job.rate === null) return m.uploads_state_sending({ sent, size });
      const left = timeLeft(job);
      const rate = sizeWords(job.rate);
      if (left === null) return m.uploads_state_rate({ sent, size, rate });
      return m.uploads_state_left({ sent, size, rate, left: spanWords(left) });
    }
    case 'paused':
      return m.uploads_state_paused({ sent, size });
    case 'waiting':
      return m.uploads_state_waiting();
    case 'signedOut':
      return m.uploads_state_signed_out();
    case 'needsFile':
      return m.uploads_state_needs_file();
    case 'done':
      return isLinked ? m.uploads_state_done() : m.uploads_state_removed();
    case 'failed':
      return problemWords(job, limit);
  }
}

/** Why a file did not go up. */
export function problemWords(
  { problem, size, reason }: Pick<Job, 'problem' | 'size' | 'reason'>,
  limit: number | null,
): string {
  switch (problem) {
    case 'too_large':
      return limit === null || limit >= size
        ? m.uploads_problem_too_large_unknown({ size: sizeWords(size) })
        : m.uploads_problem_too_large({ size: sizeWords(size), limit: sizeWords(limit) });
    case 'empty':
      return m.uploads_problem_empty();
    case 'folder':
      return m.uploads_problem_folder();
    case 'unreadable':
      return m.uploads_problem_unreadable();
    case 'quota':
      return m.uploads_problem_quota();
    case 'refused':
    case null:
      return m.uploads_problem_refused({ reason: reason ?? '' });
  }
}

/** Of all bytes, how many are up; from 0 to 1. */
export function shareOf(jobs: readonly Job[]): number {
  let [sent, size] = [0, 0];
  for (const job of jobs) {
    sent += job.sent;
    size += job.size;
  }
  return size === 0 ? 1 : sent / size;
}
