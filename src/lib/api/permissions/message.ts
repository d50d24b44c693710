import { isAdministrator, isGuest, isModerator, type RoleHolder } from '../roles';
import { isAnyGranted, type PermissionHolder } from './permission-holder';

/*
 * Rules about messages and topics. Undefined as a channel stands for a direct message. Times are in
 * seconds. https://zulip.com/help/restrict-moving-messages
 */

export function canMoveBetweenTopics<S>(holder: PermissionHolder<S>, channel: S): boolean {
  return (
    isAnyGranted(
      holder.realmHas('can_move_messages_between_topics_group'),
      holder.streamHas(channel, 'can_move_messages_within_channel_group'),
    ) ?? true
  );
}

export function canMoveToOtherChannels<S>(holder: PermissionHolder<S>, channel: S): boolean {
  return (
    isAnyGranted(
      holder.realmHas('can_move_messages_between_channels_group'),
      holder.streamHas(channel, 'can_move_messages_out_of_channel_group'),
    ) ?? !isGuest(holder)
  );
}

/** Undefined for servers without this permission, where it is a move like any other. */
export function canResolveTopics<S>(holder: PermissionHolder<S>, channel: S): boolean | undefined {
  return isAnyGranted(
    holder.realmHas('can_resolve_topics_group'),
    holder.streamHas(channel, 'can_resolve_topics_group'),
  );
}

/**
 * Whether the user can delete messages of others.
 * TODO(server-281): these permissions are new in that level; before it, administrators could.
 */
export function canDeleteAnyMessage<S>(
  holder: PermissionHolder<S>,
  channel: S | undefined,
): boolean {
  return (
    isAnyGranted(
      holder.realmHas('can_delete_any_message_group'),
      channel && holder.streamHas(channel, 'can_delete_any_message_group'),
    ) ?? isAdministrator(holder)
  );
}

/** Administrators can delete a whole topic even if they can't delete single messages. */
export function canDeleteTopic<S>(holder: PermissionHolder<S>, channel: S): boolean {
  return isAdministrator(holder) || canDeleteAnyMessage(holder, channel);
}

/** Whether the user can delete messages that they or their bots sent, while they are new enough. */
export function canDeleteOwnMessages<S>(
  holder: PermissionHolder<S>,
  channel: S | undefined,
): boolean {
  return (
    isAnyGranted(
      holder.realmHas('can_delete_own_message_group'),
      channel && holder.streamHas(channel, 'can_delete_own_message_group'),
    ) ?? true
  );
}

/** Moderators move messages of any age. */
export const hasMoveTimeLimit = (user: RoleHolder): boolean => !isModerator(user);

/** Servers send null, and older ones 0, if there is no limit. */
export function isWithinTimeLimit(age: number, limit: number | null | undefined): boolean {
  return !limit || age <= limit;
}

export interface EditFacts {
  /** Whether the user sent the message. */
  readonly isOwn: boolean;
  readonly isArchived: boolean;
  /** The organization's setting `allow_message_editing`. */
  readonly isAllowed: boolean;
  readonly age: number;
  readonly limit: number | null | undefined;
}

/** Why a text can't be edited; null if it can. */
export function editRefusal(facts: EditFacts): 'other' | 'archived' | 'off' | 'late' | null {
  if (!facts.isOwn) return 'other';
  if (facts.isArchived) return 'archived';
  if (!facts.isAllowed) return 'off';
  return isWithinTimeLimit(facts.age, facts.limit) ? null : 'late';
}
