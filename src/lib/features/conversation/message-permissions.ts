import type { ApiOperation } from '../../api/define-operation';
import { hasOperation } from '../../api/feature-level';
import { reportMessage } from '../../api/message-reports';
import type { RegisterState } from '../../api/register';
import type { Message } from '../../api/read-messages';
import type { RecipientDirectory } from '../../writing/recipients/recipient';
import {
  canDeleteAnyMessage,
  canDeleteOwnMessages,
  canMoveBetweenTopics,
  canMoveToOtherChannels,
  canResolveTopics,
  editRefusal,
  hasMoveTimeLimit,
  isWithinTimeLimit,
} from '../../api/permissions/message';
import { isOwnId } from '../../api/permissions/permission-holder';
import { AccountPermissions } from '../../writing/permissions/account-permissions';

export interface MessagePermissionContext extends Pick<
  RecipientDirectory,
  'user_id' | 'users' | 'channels'
> {
  readonly state: RegisterState | null;
}

/** Why a text can't be edited. */
export type EditObstacle = 'other' | 'widget' | 'archived' | 'off' | 'late';

/**
 * Why this text can't be edited now, as far as the client knows; null if it can unless the server
 * refuses. `now` in seconds. https://zulip.com/help/restrict-message-editing-and-deletion
 */
export function editObstacle(
  message: Message,
  around: MessagePermissionContext,
  now: number,
): EditObstacle | null {
  const { state, user_id } = around;
  const refusal = editRefusal({
    isOwn: message.sender_id === user_id,
    isArchived: channelOf(message, around)?.is_archived === true,
    isAllowed: state?.realm_allow_message_editing !== false,
    age: now - message.timestamp,
    limit: state?.realm_message_content_edit_limit_seconds,
  });
  return refusal !== 'other' && message.submessages.length > 0 ? 'widget' : refusal;
}

/** The newest of these messages whose text can be changed now. `now` in seconds. */
export function lastEditableMessage(
  messages: readonly Message[],
  around: MessagePermissionContext,
  now: number,
): Message | undefined {
  return messages.findLast((message) => editObstacle(message, around, now) === null);
}

/** UNIX seconds; null means any time. */
export function editableUntil(
  message: Message,
  { state }: MessagePermissionContext,
): number | null {
  return end(message, state?.realm_message_content_edit_limit_seconds);
}

/** https://zulip.com/api/delete-message */
export function canDeleteMessage(
  message: Message,
  around: MessagePermissionContext,
  now: number,
): boolean {
  const { state, users } = around;
  const channel = channelOf(message, around);
  const holder = holderOf(around);
  if (canDeleteAnyMessage(holder, channel)) return true;
  const { sender_id, timestamp } = message;
  const isOwn = isOwnId(around, sender_id) || isOwnId(around, users.get(sender_id)?.bot_owner_id);
  return (
    isOwn &&
    canDeleteOwnMessages(holder, channel) &&
    isWithinTimeLimit(now - timestamp, state?.realm_message_content_delete_limit_seconds)
  );
}

/** Which parts of a message's location the user can change. https://zulip.com/api/update-message */
export interface MovePermissions {
  readonly topic: boolean;
  readonly channel: boolean;
}

export function movePermissionsOf(
  message: Message,
  around: MessagePermissionContext,
  now: number,
): MovePermissions {
  const { state } = around;
  const channel = channelOf(message, around);
  if (message.type !== 'stream' || channel?.is_archived) return { topic: false, channel: false };
  const holder = holderOf(around);
  const isInTime = (limit: number | null | undefined) =>
    !hasMoveTimeLimit(holder) || isWithinTimeLimit(now - message.timestamp, limit);
  return {
    topic:
      canMoveBetweenTopics(holder, channel ?? {}) &&
      isInTime(state?.realm_move_messages_within_stream_limit_seconds),
    channel:
      canMoveToOtherChannels(holder, channel ?? {}) &&
      isInTime(state?.realm_move_messages_between_streams_limit_seconds),
  };
}

/**
 * Whether the user can mark the message's topic as resolved or unresolved.
 * https://zulip.com/help/resolve-a-topic
 */
export function canResolveMessageTopic(
  message: Message,
  around: MessagePermissionContext,
  now: number,
): boolean {
  const channel = channelOf(message, around);
  if (message.type !== 'stream' || channel?.is_archived || message.subject === '') return false;
  const canResolve = canResolveTopics(holderOf(around), channel ?? {});
  return canResolve ?? movePermissionsOf(message, around, now).topic;
}

/**
 * Whether the organization has a channel for reported messages.
 * https://zulip.com/api/report-message
 */
export function canReportMessages({ state }: MessagePermissionContext): boolean {
  const channel = state?.realm_moderation_request_channel_id ?? -1;
  return channel !== -1 && hasOperation(reportMessage as ApiOperation, state);
}

/** Whether the user can see a message's earlier versions, if it has any. */
export function hasVisibleHistory(message: Message, { state }: MessagePermissionContext): boolean {
  const policy = state?.realm_message_edit_history_visibility_policy;
  if (policy === 'none' || state?.realm_allow_edit_history === false) return false;
  return policy === 'moves'
    ? messageChangesOf(message).moved
    : Object.values(messageChangesOf(message)).some(Boolean);
}

/**
 * Whether the client can show who reacted to the message or read it.
 * https://zulip.com/help/read-receipts
 */
export function canShowSeenDialog(message: Message, { state }: MessagePermissionContext): boolean {
  return message.reactions.length > 0 || state?.realm_enable_read_receipts === true;
}

/** Whether it was edited or moved since it was sent. */
export function messageChangesOf(message: Message): {
  readonly edited: boolean;
  readonly moved: boolean;
} {
  const { edit_history, last_edit_timestamp, last_moved_timestamp } = message;
  // TODO(server-365): before that level, a move counted as an edit.
  const hasMoved = edit_history?.some(
    (change) => 'prev_topic' in change || 'prev_stream' in change,
  );
  const hasText = edit_history?.some((change) => 'prev_content' in change);
  const isOld = last_moved_timestamp === undefined && hasMoved === true;
  return {
    edited: last_edit_timestamp !== undefined && !(isOld && hasText === false),
    moved: last_moved_timestamp !== undefined || isOld,
  };
}

const holderOf = (around: MessagePermissionContext) =>
  new AccountPermissions(around, around.users.get(around.user_id ?? -1));

function channelOf({ stream_id }: Message, { channels }: MessagePermissionContext) {
  return stream_id === undefined ? undefined : channels.get(stream_id);
}

const end = ({ timestamp }: Message, limit: number | null | undefined) =>
  limit ? timestamp + limit : null;
