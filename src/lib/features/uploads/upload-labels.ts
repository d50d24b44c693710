import { m } from '$lib/paraglide/messages';
import { getLocale } from '$lib/paraglide/runtime';
import { serverSentence } from '../../client/server-sentence';
import { cachePerLocale } from '../../ui/cache-per-locale';
import { formatFileSize } from '../../ui/format-file-size';
import { timeLeft, type UploadJob } from './engine/upload-job';

const percents = cachePerLocale((locale) => new Intl.NumberFormat(locale, { style: 'percent' }));

/** `share` from 0 to 1. Rounded down, so that 100% means all of it. */
export function formatPercent(share: number): string {
  return percents(getLocale()).format(Math.floor(share * 100) / 100);
}

const spans = ['second', 'minute', 'hour'].map((unit) =>
  cachePerLocale(
    (locale) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }),
  ),
);

function formatSpan(seconds: number): string {
  const power = seconds < 60 ? 0 : seconds < 3600 ? 1 : 2;
  return spans[power]?.(getLocale()).format(Math.ceil(seconds / 60 ** power)) ?? '';
}

/** A job's state in one line. `isLinked`: its link is in the text. */
export function uploadStateLabel(job: UploadJob, isLinked: boolean, limit: number | null): string {
  const [sent, size] = [formatFileSize(job.sent, job.size), formatFileSize(job.size)];
  switch (job.state) {
    case 'queued':
      return m.uploads_state_queued();
    case 'sending': {
      if (job.rate === null) return m.uploads_state_sending({ sent, size });
      const left = timeLeft(job);
      const rate = formatFileSize(job.rate);
      if (left === null) return m.uploads_state_rate({ sent, size, rate });
      return m.uploads_state_left({ sent, size, rate, left: formatSpan(left) });
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
      return uploadProblemLabel(job, limit);
  }
}

export function uploadProblemLabel(
  { problem, size, reason }: Pick<UploadJob, 'problem' | 'size' | 'reason'>,
  limit: number | null,
): string {
  switch (problem) {
    case 'too_large':
      return limit === null || limit >= size
        ? m.uploads_problem_too_large_unknown({ size: formatFileSize(size) })
        : m.uploads_problem_too_large({ size: formatFileSize(size), limit: formatFileSize(limit) });
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
      return m.uploads_problem_refused({ reason: serverSentence(reason ?? '') });
  }
}

/** Uploaded share of all bytes, from 0 to 1. */
export function uploadedShareOf(jobs: readonly UploadJob[]): number {
  let [sent, size] = [0, 0];
  for (const job of jobs) {
    sent += job.sent;
    size += job.size;
  }
  return size === 0 ? 1 : sent / size;
}
