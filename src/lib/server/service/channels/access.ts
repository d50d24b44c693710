import { isAdministrator, isGuest } from '$lib/api/roles';
import type { QueueConditions } from '../db/schema/events';
import type { streams } from '../db/schema/streams';
import type { UserRow } from '../model';
import type { UserPermissions } from '../permissions/load';

export type StreamRow = typeof streams.$inferSelect;

/** Events about archived channels go only to clients that support them. */
export function queueConditionsOf(stream: Pick<StreamRow, 'is_archived'>): {
  hidden?: QueueConditions;
} {
  return stream.is_archived ? { hidden: { with: 'archived_channels' } } : {};
}

/** Whether a user can see the channel and its content without being in it or in any group. */
export function isOpenTo(user: UserRow, stream: StreamRow): boolean {
  return stream.is_web_public || (!stream.invite_only && !isGuest(user));
}

/**
 * What a user can see of channels. `subscribed` contains the ids of channels they are in. Metadata
 * means the channel's existence, name and settings; content means its messages.
 * Source: https://zulip.com/help/channel-permissions
 */
export class ChannelAccess {
  constructor(
    readonly user: UserRow,
    readonly permissions: UserPermissions,
    readonly subscribed: ReadonlySet<number>,
  ) {}

  seesMetadata(stream: StreamRow): boolean {
    return (
      this.seesContent(stream) ||
      isAdministrator(this.user) ||
      this.permissions.streamHas(stream, 'can_administer_channel_group')
    );
  }

  seesContent(stream: StreamRow): boolean {
    return this.#open(stream) || this.subscribed.has(stream.id) || this.#mayEnter(stream);
  }

  /**
   * Whether the user can see who is in a channel. Guests can only see it for their own channels.
   */
  seesSubscribers(stream: StreamRow): boolean {
    return isGuest(this.user) ? this.subscribed.has(stream.id) : this.seesMetadata(stream);
  }

  #open(stream: StreamRow): boolean {
    return isOpenTo(this.user, stream);
  }

  /** Always false for guests, who can't get these permissions. */
  #mayEnter(stream: StreamRow): boolean {
    return (
      this.permissions.streamHas(stream, 'can_subscribe_group') ||
      this.permissions.streamHas(stream, 'can_add_subscribers_group')
    );
  }
}
