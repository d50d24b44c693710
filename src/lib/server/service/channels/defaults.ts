import { and, asc, eq } from 'drizzle-orm';
import { recordAuditedChange } from '../audit/record';
import type { ServiceContext } from '../context';
import { streams } from '../db/schema/streams';
import { badRequest } from '../failure';
import { lockRealm } from '../realm/lock';
import type { StreamRow } from './access';
import { loadMembers } from './peers';

/**
 * Adds a channel to or removes it from the default channels of new accounts. Throws 400 for a
 * private one.
 */
export async function setDefaultChannel(
  context: ServiceContext,
  { id }: Pick<StreamRow, 'id'>,
  is_default: boolean,
): Promise<void> {
  const { tx } = context;
  const [stream] = await tx.select().from(streams).where(eq(streams.id, id)).for('no key update');
  if (is_default && stream?.invite_only) {
    throw badRequest('Private channels cannot be made default.');
  }
  if (is_default && stream?.is_archived) throw badRequest('Channel is archived');
  if (!stream || stream.is_default === is_default) return;
  await tx.update(streams).set({ is_default }).where(eq(streams.id, id));
  await recordAuditedChange(context, {
    action: is_default ? 'default_channels.added' : 'default_channels.removed',
    modified_stream_id: id,
  });
  await announceDefaultChannels(context);
}

/**
 * Announces the default channels. Guests get no event. Concurrent changes run one after the other,
 * so that the last announced list is complete.
 */
export async function announceDefaultChannels(context: ServiceContext): Promise<void> {
  await lockRealm(context);
  const { tx, realm, emit } = context;
  const rows = await tx
    .select({ id: streams.id })
    .from(streams)
    .where(and(eq(streams.realm_id, realm.id), eq(streams.is_default, true)))
    .orderBy(asc(streams.id));
  emit({
    payload: { type: 'default_streams', default_streams: rows.map(({ id }) => id) },
    audience: await loadMembers(context),
  });
}
