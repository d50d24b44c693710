import { m } from '$lib/paraglide/messages';
import type { getScheduledMessageFailures } from '../../../api/scheduled-messages';
import type { ResultOf } from '../../../api/define-operation';
import { serverSentence } from '../../../client/server-sentence';
import type { PendingChange } from '../../../client/outbox/pending-change';
import { obstacleLabels } from '../../../writing/recipients/obstacle-labels';
import type { SendObstacle } from '../../../writing/recipients/send-obstacle';
import { remedyLabels } from '../../../writing/recipients/remedy-labels';
import { withPeopleNames } from '../../../writing/recipients/people-names';
import { isScheduleRefusal, type ScheduleProblem } from './preflight';

export type ScheduledFailure = ResultOf<typeof getScheduledMessageFailures>['failures'][number];

export function scheduleProblemLabel(problem: ScheduleProblem): string {
  if (problem === 'wildcard') return m.scheduled_obstacle_wildcard();
  if (problem === 'direct_messages') return m.scheduled_obstacle_direct_messages();
  if (problem === 'file_gone') return m.uploads_linked_gone();
  if (problem === 'file_hidden') return m.uploads_linked_hidden();
  return obstacleLabels[problem]();
}

export function remedyLabel(problem: ScheduleProblem): string {
  if (problem === 'direct_messages') return m.compose_place_choose_people();
  if (problem === 'wildcard' || !isScheduleRefusal(problem)) return m.compose_remedy_text();
  return remedyLabels[problem as SendObstacle]();
}

const causes: Readonly<Record<string, ScheduleProblem>> = {
  CHANNEL_ARCHIVED: 'channel_archived',
  POSTING_NOT_ALLOWED: 'channel_not_postable',
  TOPIC_REQUIRED: 'topic_missing',
  TOPIC_NOT_ALLOWED: 'topic_unwanted',
  RECIPIENT_DEACTIVATED: 'person_gone',
  DIRECT_MESSAGES_NOT_ALLOWED: 'direct_messages',
  STREAM_DOES_NOT_EXIST: 'channel_gone',
  STREAM_WILDCARD_MENTION_NOT_ALLOWED: 'wildcard',
  TOPIC_WILDCARD_MENTION_NOT_ALLOWED: 'wildcard',
};

/** The problem that the user can fix in the message itself. */
export function fixableProblemOf(
  failure: ScheduledFailure | undefined,
): ScheduleProblem | undefined {
  return failure && causes[failure.code];
}

const codes: Readonly<Record<string, () => string>> = {
  TOO_LATE: m.scheduled_failure_too_late,
  USER_DEACTIVATED: m.scheduled_failure_sender,
  INTERNAL: m.scheduled_failure_internal,
};

/**
 * Why a message wasn't sent: from its error code, the server's message or its current problem;
 * otherwise a general text.
 */
export function scheduledFailureLabel(
  failure: ScheduledFailure | undefined,
  problem: ScheduleProblem | undefined,
  directory: Parameters<typeof withPeopleNames>[1],
): string {
  const cause = fixableProblemOf(failure);
  if (cause) return scheduleProblemLabel(cause);
  const serverReason =
    failure &&
    (codes[failure.code]?.() ?? withPeopleNames(serverSentence(failure.reason), directory));
  if (serverReason) return serverReason;
  return problem && isScheduleRefusal(problem)
    ? scheduleProblemLabel(problem)
    : m.scheduled_failed_general();
}

export function failedScheduleLabel({ from, to }: PendingChange): string {
  if (to === null) return m.outbox_mark_not_deleted();
  return from === null ? m.outbox_mark_not_scheduled() : m.outbox_mark_not_changed();
}

export function waitingScheduleLabel({ from, to }: PendingChange): string {
  if (to === null) return m.outbox_will_delete();
  return from === null ? m.outbox_will_schedule() : m.outbox_will_change();
}
