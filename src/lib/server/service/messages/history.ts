import type { Message } from '$lib/api/read-messages';
import { emptyTopicName } from '../channels/topics';
import type { MessageRow } from '../db/schema/messages';
import type { Realm } from '../model';
import { realmSetting } from '../realm/settings';

/** One change of a message, as it is stored and as the wire has it. */
export type Change = NonNullable<Message['edit_history']>[number];

/**
 * The changes that the organization lets people see, newest first: all, moves only, or none
 * (`message_edit_history_visibility_policy`). Undefined where there are none.
 */
export function visibleHistory(
  { realm }: { readonly realm: Realm },
  row: Pick<MessageRow, 'edit_history'>,
  allowEmptyTopic: boolean,
): Change[] | undefined {
  const policy = realmSetting(realm, 'message_edit_history_visibility_policy');
  const all = (row.edit_history ?? []) as Change[];
  if (policy === 'none' || all.length === 0) return undefined;
  const shown = policy === 'all' ? all : all.filter(isMove).map(withoutContent);
  return shown.length === 0 ? undefined : shown.map((change) => named(change, allowEmptyTopic));
}

function isMove(change: Change): boolean {
  return change.prev_topic !== undefined || change.prev_stream !== undefined;
}

function withoutContent(change: Change): Change {
  const { prev_content: _content, prev_rendered_content: _html, ...move } = change;
  return move;
}

/** The empty topic has a name for clients that cannot show none. */
function named(change: Change, allowEmptyTopic: boolean): Change {
  if (allowEmptyTopic) return change;
  return {
    ...change,
    ...(change.topic === '' && { topic: emptyTopicName }),
    ...(change.prev_topic === '' && { prev_topic: emptyTopicName }),
  };
}
