import { m } from '$lib/paraglide/messages';
import { errorMessage } from '../../client/calls/error-table';
import type { PendingChange } from '../../client/outbox/pending-change';
import { failureOfChange } from '../../client/outbox/change-failure';
import { withPeopleNames } from '../recipients/people-names';

/** Why the outbox couldn't make a change to a scheduled message. */
export function changeProblemLabel(
  change: PendingChange,
  directory: Parameters<typeof withPeopleNames>[1],
): string {
  const failure = failureOfChange(change);
  if (failure) return withPeopleNames(errorMessage(failure), directory);
  return change.problem === null ? '' : ownProblems[change.problem]();
}

const ownProblems: Readonly<Record<NonNullable<PendingChange['problem']>, () => string>> = {
  refused: m.scheduled_failed_general,
  late: m.outbox_late,
  changed: m.outbox_changed,
  gone: m.outbox_gone,
  perhaps: m.outbox_perhaps,
};
