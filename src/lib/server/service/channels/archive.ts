import { and, eq } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { streams, subscriptions } from '../db/schema/streams';
import { badRequest } from '../failure';
import { clearChannelFromSettings } from '../realm/channel-settings';
import type { StreamRow } from './access';
import { audienceOfStream } from './audience';
import { announceDefaultChannels } from './defaults';
import { announceVisibility } from './channel-visibility';
import { announceToSubscribers } from './subscribe';

/**
 * Archives a channel. Subscriptions stay, but no one can post there anymore. Waits for messages
 * being sent there, and throws 400 if it was already archived in between; `note` can still post.
 * https://zulip.com/api/archive-stream
 */
export async function archiveChannel(
  context: ServiceContext,
  { id }: StreamRow,
  note: (context: ServiceContext, stream: StreamRow) => Promise<void>,
): Promise<void> {
  const { tx, emit } = context;
  const [stream] = await tx.select().from(streams).where(eq(streams.id, id)).for('update');
  if (!stream || stream.is_archived) throw badRequest('Channel is already archived');
  await note(context, stream);
  await tx
    .update(streams)
    .set({ is_archived: true, is_default: false })
    .where(eq(streams.id, stream.id));
  if (stream.is_default) await announceDefaultChannels(context);
  await clearChannelFromSettings(context, stream.id);
  const audience = await audienceOfStream(context, stream);
  const stream_id = stream.id;
  emit({
    payload: {
      ...{ type: 'stream', op: 'update', stream_id, name: stream.name },
      ...{ property: 'is_archived', value: true },
    },
    audience,
    hidden: { with: 'archived_channels' },
  });
  emit({
    payload: { type: 'stream', op: 'delete', streams: [{ stream_id }], stream_ids: [stream_id] },
    audience,
    hidden: { without: 'archived_channels' },
  });
}

/**
 * Announces an unarchived channel: as an update to clients that kept it, and as a new channel, with
 * subscribers' own settings, to clients for which it was deleted.
 */
export async function announceRestoration(
  context: ServiceContext,
  stream: StreamRow,
  audience: readonly number[],
): Promise<void> {
  context.emit({
    payload: {
      ...{ type: 'stream', op: 'update', stream_id: stream.id, name: stream.name },
      ...{ property: 'is_archived', value: false },
    },
    audience,
    hidden: { with: 'archived_channels' },
  });
  const hidden = { without: 'archived_channels' } as const;
  await announceVisibility(context, stream, audience, { hidden });
  const rows = await context.tx
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.stream_id, stream.id), eq(subscriptions.active, true)));
  await announceToSubscribers(context, [stream], rows, { hidden });
}
