import { m } from '$lib/paraglide/messages';
import type { getScheduledMessageFailures } from '../../../api/scheduled-messages';
import type { ResultOf } from '../../../api/define';
import type { Change } from '../../../client/outbox/change';
import { obstacleWords } from '../../../writing/obstacle-words';
import type { Obstacle } from '../../../writing/obstacle';
import { remedyWords } from '../../../writing/obstacle-remedy';
import { inNames } from '../../../writing/recipient-names';
import { isRefusal, type Problem } from './preflight';

export type Failure = ResultOf<typeof getScheduledMessageFailures>['failures'][number];

export function problemWords(problem: Problem): string {
  if (problem === 'wildcard') return m.scheduled_obstacle_wildcard();
  if (problem === 'direct_messages') return m.scheduled_obstacle_direct_messages();
  if (problem === 'file_gone') return m.uploads_linked_gone();
  if (problem === 'file_hidden') return m.uploads_linked_hidden();
  return obstacleWords[problem]();
}

/** On a button: what takes a problem away. */
export function mendWords(problem: Problem): string {
  if (problem === 'direct_messages') return m.compose_place_choose_people();
  if (problem === 'wildcard' || !isRefusal(problem)) return m.compose_remedy_text();
  return remedyWords[problem as Obstacle]();
}

const causes: Readonly<Record<string, Problem>> = {
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

/** What a person can put right in the message itself. */
export function causeOf(failure: Failure | undefined): Problem | undefined {
  return failure && causes[failure.code];
}

const codes: Readonly<Record<string, () => string>> = {
  TOO_LATE: m.scheduled_failure_too_late,
  USER_DEACTIVATED: m.scheduled_failure_sender,
  INTERNAL: m.scheduled_failure_internal,
};

/**
 * Why a message was not sent: by its code, in the server's sentence, by what stands against it now,
 * else that it is not told.
 */
export function failureWords(
  failure: Failure | undefined,
  problem: Problem | undefined,
  directory: Parameters<typeof inNames>[1],
): string {
  const cause = causeOf(failure);
  if (cause) return problemWords(cause);
  const told = failure && (codes[failure.code]?.() ?? inNames(failure.reason, directory));
  if (told) return told;
  return problem && isRefusal(problem) ? problemWords(problem) : m.scheduled_failed_general();
}

/** What has not been done, in two words. */
export function undoneWords({ from, to }: Change): string {
  if (to === null) return m.outbox_mark_not_deleted();
  return from === null ? m.outbox_mark_not_scheduled() : m.outbox_mark_not_changed();
}

/** What waits for the connection, in a line. */
export function waitingWords({ from, to }: Change): string {
  if (to === null) return m.outbox_will_delete();
  return from === null ? m.outbox_will_schedule() : m.outbox_will_change();
}
