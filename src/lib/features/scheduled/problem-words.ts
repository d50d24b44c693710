import { m } from '$lib/paraglide/messages';
import type { getScheduledMessageFailures } from '../../api/scheduled-messages';
import type { ResultOf } from '../../api/define';
import { obstacleWords } from '../compose/obstacle-words';
import type { Problem } from './preflight';

export type Failure = ResultOf<typeof getScheduledMessageFailures>['failures'][number];

export function problemWords(problem: Problem): string {
  if (problem === 'wildcard') return m.scheduled_obstacle_wildcard();
  if (problem === 'direct_messages') return m.scheduled_obstacle_direct_messages();
  if (problem === 'file_gone') return m.uploads_linked_gone();
  if (problem === 'file_hidden') return m.uploads_linked_hidden();
  return obstacleWords[problem]();
}

const codes: Readonly<Record<string, () => string>> = {
  TOO_LATE: m.scheduled_failure_too_late,
  CHANNEL_ARCHIVED: m.compose_obstacle_channel_archived,
  POSTING_NOT_ALLOWED: m.compose_obstacle_channel_not_postable,
  TOPIC_REQUIRED: m.compose_obstacle_topic_missing,
  TOPIC_NOT_ALLOWED: m.compose_obstacle_topic_unwanted,
  RECIPIENT_DEACTIVATED: m.compose_obstacle_person_gone,
  DIRECT_MESSAGES_NOT_ALLOWED: m.scheduled_obstacle_direct_messages,
  STREAM_DOES_NOT_EXIST: m.compose_obstacle_channel_gone,
  STREAM_WILDCARD_MENTION_NOT_ALLOWED: m.scheduled_obstacle_wildcard,
  TOPIC_WILDCARD_MENTION_NOT_ALLOWED: m.scheduled_obstacle_wildcard,
  USER_DEACTIVATED: m.scheduled_failure_sender,
  INTERNAL: m.scheduled_failure_internal,
};

/** Why a message was not sent: by its code, else in the server's sentence, else that it is not told. */
export function failureWords(failure: Failure | undefined): string {
  if (!failure) return m.scheduled_failed_general();
  return codes[failure.code]?.() ?? (failure.reason || m.scheduled_failed_general());
}
