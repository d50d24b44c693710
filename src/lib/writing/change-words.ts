import { m } from '$lib/paraglide/messages';
import { describe } from '../client/error-table';
import type { Change } from '../client/outbox/change';
import { failureOf } from '../client/outbox/failure';
import { inNames } from './recipient-names';

/** Why what was wished of a message with a time could not be done by itself, in words. */
export function changeWords(change: Change, directory: Parameters<typeof inNames>[1]): string {
  const failure = failureOf(change);
  if (failure) return inNames(describe(failure), directory);
  return change.problem === null ? '' : ownProblems[change.problem]();
}

const ownProblems: Readonly<Record<NonNullable<Change['problem']>, () => string>> = {
  refused: m.scheduled_failed_general,
  late: m.outbox_late,
  changed: m.outbox_changed,
  gone: m.outbox_gone,
  perhaps: m.outbox_perhaps,
};
