import type { NarrowOperand } from '$lib/api/narrow';
import { isChannelOpenTo } from '$lib/api/permissions/channel';
import { and, eq, or, sql } from 'drizzle-orm';
import { type StreamRow } from '../channels/access';
import { loadChannelAccess } from '../channels/load';
import type { ServiceContext } from '../context';
import { isRowId } from '../db/ids';
import { recipients } from '../db/schema/messages';
import { streams } from '../db/schema/streams';
import { badNarrow } from './bad-narrow';

export interface NamedChannel {
  readonly stream: StreamRow;
  /** Null until the first message is sent to it. */
  readonly recipient_id: number | null;
  /** Whether the caller can read messages they never received. */
  readonly hasHistory: boolean;
}

/** The channel that an operand names, by id or name. Hidden channels count as missing. */
export async function findNamedChannel(
  context: ServiceContext,
  operand: NarrowOperand,
): Promise<NamedChannel> {
  const { tx, realm, user } = context;
  const missing = badNarrow(`unknown channel '${String(operand)}'`);
  if (typeof operand === 'object') throw badNarrow('a channel is one name or ID');
  const id = typeof operand === 'number' || /^\d{1,10}$/.test(operand) ? Number(operand) : 0;
  const byId = isRowId(id) ? eq(streams.id, id) : undefined;
  const byName =
    typeof operand === 'string'
      ? sql`fold_case(${streams.name}) = fold_case(${operand.trim()})`
      : undefined;
  if (!byId && !byName) throw missing;
  const rows = await tx
    .select({ stream: streams, recipient_id: recipients.id })
    .from(streams)
    .leftJoin(recipients, eq(recipients.stream_id, streams.id))
    .where(and(eq(streams.realm_id, realm.id), or(byId, byName)));
  // A channel's name can be a number.
  const found =
    typeof operand === 'string' && rows.length > 1
      ? rows.find(({ stream }) => stream.id !== id)
      : rows[0];
  if (!found) throw missing;
  const { stream, recipient_id } = found;
  if (isChannelOpenTo(user, stream)) {
    return { stream, recipient_id, hasHistory: stream.history_public_to_subscribers };
  }
  const access = await loadChannelAccess(context);
  if (!access.seesMetadata(stream)) throw missing;
  const hasHistory = stream.history_public_to_subscribers && access.seesContent(stream);
  return { stream, recipient_id, hasHistory };
}
