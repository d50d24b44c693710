import type { Message } from '$lib/api/read-messages';
import { emptyTopicName } from '../channels/topics';
import type { StoredMessage } from '../db/schema/messages';
import type { RealmRow } from '../model';
import { realmSettingOf } from '../realm/settings';

/** One change of a message, in the form stored and sent to clients. */
export type MessageChange = NonNullable<Message['edit_history']>[number];

/**
 * The changes that users can see, newest first: all, moves only, or none
 * (`message_edit_history_visibility_policy`). Undefined if there are none.
 */
export function visibleHistory(
  { realm }: { readonly realm: RealmRow },
  row: Pick<StoredMessage, 'edit_history'>,
  allowEmptyTopic: boolean,
): MessageChange[] | undefined {
  const policy = realmSettingOf(realm, 'message_edit_history_visibility_policy');
  const all = (row.edit_history ?? []) as MessageChange[];
  if (policy === 'none' || all.length === 0) return undefined;
  const shown = policy === 'all' ? all : all.filter(isMove).map(withoutContent);
  return shown.length === 0 ? undefined : shown.map((change) => named(change, allowEmptyTopic));
}

function isMove(change: MessageChange): boolean {
  return change.prev_topic !== undefined || change.prev_stream !== undefined;
}

function withoutContent(change: MessageChange): MessageChange {
  const { prev_content: _content, prev_rendered_content: _html, ...move } = change;
  return move;
}

/** Names the empty topic for clients that can't show it. */
function named(change: MessageChange, allowEmptyTopic: boolean): MessageChange {
  if (allowEmptyTopic) return change;
  return {
    ...change,
    ...(change.topic === '' && { topic: emptyTopicName }),
    ...(change.prev_topic === '' && { prev_topic: emptyTopicName }),
  };
}
