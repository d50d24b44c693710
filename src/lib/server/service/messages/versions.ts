import { setImmediate as turn } from 'node:timers/promises';
import type { getMessageHistory } from '$lib/api/edit-message';
import type { ResultOf } from '$lib/api/define-operation';
import { emptyTopicName } from '../channels/topics';
import type { ServiceContext } from '../context';
import type { StoredMessage } from '../db/schema/messages';
import { badRequest } from '../failure';
import { realmSettingOf } from '../realm/settings';
import { unixTime } from '../users/wire';
import { visibleHistory, type MessageChange } from './history';
import { htmlDiff } from './html-diff';

type Version = ResultOf<typeof getMessageHistory>['message_history'][number];

/**
 * Every version, oldest first, reconstructed by undoing the stored changes. If only moves are
 * visible, all have today's text. Throws 400 if the organization hides the edit history. Comparing
 * two long versions takes milliseconds, so this yields to other work in between.
 */
export async function versionsOf(
  { realm }: Pick<ServiceContext, 'realm'>,
  row: StoredMessage,
  allowEmptyTopic: boolean,
): Promise<Version[]> {
  const policy = realmSettingOf(realm, 'message_edit_history_visibility_policy');
  if (policy === 'none') {
    throw badRequest('Message edit history is disabled in this organization');
  }
  const changes: readonly MessageChange[] = visibleHistory({ realm }, row, true) ?? [];
  let topic = row.topic;
  let content = row.content;
  let rendered_content = row.rendered_content;
  const versions: Version[] = [];
  for (const change of changes) {
    const before = change.prev_rendered_content;
    if (before !== undefined) await turn();
    versions.push({
      ...{ ...change, topic, content, rendered_content },
      ...(before !== undefined && { content_html_diff: htmlDiff(before, rendered_content) }),
    });
    topic = change.prev_topic ?? topic;
    content = change.prev_content ?? content;
    rendered_content = change.prev_rendered_content ?? rendered_content;
  }
  versions.push({
    topic,
    content,
    rendered_content,
    user_id: row.sender_id,
    timestamp: unixTime(row.date_sent),
  });
  const shown = allowEmptyTopic || row.stream_id === null ? (each: Version) => each : named;
  return versions.reverse().map(shown);
}

function named(version: Version): Version {
  return {
    ...version,
    topic: version.topic || emptyTopicName,
    ...(version.prev_topic === '' && { prev_topic: emptyTopicName }),
  };
}
