import { eq } from 'drizzle-orm';
import type { Context } from '../context';
import { streams } from '../db/schema/streams';
import { badRequest } from '../failure';
import { loadPermissions } from '../permissions/load';
import { isAdministrator } from '../permissions/roles';
import type { StreamRow } from './access';
import { audienceOfStream } from './audience';
import { announceDefaults } from './defaults';

/** https://zulip.com/help/channel-permissions#channel-administrators */
export async function mayAdminister(context: Context, stream: StreamRow): Promise<boolean> {
  if (isAdministrator(context.user)) return true;
  const permissions = await loadPermissions(context, context.user);
  return permissions.streamHas(stream, 'can_administer_channel_group');
}

/**
 * Archives a channel: subscriptions stay, and nobody can write there any more. Waits for those who
 * are writing there, and throws 400 where somebody else was faster; `note` may write there still.
 * https://zulip.com/api/archive-stream
 */
export async function archive(
  context: Context,
  { id }: StreamRow,
  note: (context: Context, stream: StreamRow) => Promise<void>,
): Promise<void> {
  const { tx, emit } = context;
  const [stream] = await tx.select().from(streams).where(eq(streams.id, id)).for('update');
  if (!stream || stream.is_archived) throw badRequest('Channel is already archived');
  await note(context, stream);
  await tx
    .update(streams)
    .set({ is_archived: true, is_default: false })
    .where(eq(streams.id, stream.id));
  if (stream.is_default) await announceDefaults(context);
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
