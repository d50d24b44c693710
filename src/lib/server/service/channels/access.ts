import { canReadChannel, canSeeChannel, canSeeSubscribers } from '$lib/api/permissions/channel';
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
    return canSeeChannel(this.permissions, stream, this.subscribed.has(stream.id));
  }

  seesContent(stream: StreamRow): boolean {
    return canReadChannel(this.permissions, stream, this.subscribed.has(stream.id));
  }

  seesSubscribers(stream: StreamRow): boolean {
    return canSeeSubscribers(this.permissions, stream, this.subscribed.has(stream.id));
  }
}
