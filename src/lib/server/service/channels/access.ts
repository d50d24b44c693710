import type { QueueConditions } from '../db/schema/events';
import type { streams } from '../db/schema/streams';
import type { UserRow } from '../model';
import type { UserPermissions } from '../permissions/load';
import { isAdministrator, isGuest } from '../permissions/roles';

export type StreamRow = typeof streams.$inferSelect;

/** Of archived channels, only clients hear that know of such. */
export function queueConditionsOf(stream: Pick<StreamRow, 'is_archived'>): {
  hidden?: QueueConditions;
} {
  return stream.is_archived ? { hidden: { with: 'archived_channels' } } : {};
}

/** Whether somebody sees the channel, content and all, whatever channels and groups they are in. */
export function isOpenTo(user: UserRow, stream: StreamRow): boolean {
  return stream.is_web_public || (!stream.invite_only && !isGuest(user));
}

/**
 * What somebody may know of channels. `subscribed` holds ids of the channels that they are in.
 * Metadata is the channel's existence, name and settings; content is its messages.
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

  /** Who is in a channel: guests learn it only of their own. */
  seesSubscribers(stream: StreamRow): boolean {
    return isGuest(this.user) ? this.subscribed.has(stream.id) : this.seesMetadata(stream);
  }

  #open(stream: StreamRow): boolean {
    return isOpenTo(this.user, stream);
  }

  /** Guests never may: these settings cannot let them in. */
  #mayEnter(stream: StreamRow): boolean {
    return (
      this.permissions.streamHas(stream, 'can_subscribe_group') ||
      this.permissions.streamHas(stream, 'can_add_subscribers_group')
    );
  }
}
