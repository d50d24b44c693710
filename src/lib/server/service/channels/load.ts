import { isChannelOpenTo } from '$lib/api/permissions/channel';
import { and, eq, sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { anyOf, isRowId } from '../db/ids';
import { selectManyRows, queryManyRows } from '../db/many-rows';
import { streams } from '../db/schema/streams';
import { loadPermissions, type UserPermissions } from '../permissions/load';
import { badRequest } from '../failure';
import { ChannelAccess, type StreamRow } from './access';

export async function loadChannelAccess(
  context: ServiceContext,
  permissions?: UserPermissions,
): Promise<ChannelAccess> {
  const { tx, user } = context;
  const granted = permissions ?? (await loadPermissions(context, user));
  const rows = await queryManyRows<{ stream_id: number }>(
    tx,
    ['stream_id'],
    sql`select stream_id from subscriptions where user_id = ${user.id} and active`,
  );
  return new ChannelAccess(user, granted, new Set(rows.map(({ stream_id }) => stream_id)));
}

/**
 * Every channel of the realm by name, or only the given ones, whether or not the caller can see
 * them.
 */
export function loadStreams(
  { tx, realm }: ServiceContext,
  only?: readonly number[],
): Promise<StreamRow[]> {
  const order = sql`fold_case(${streams.name}), ${streams.id}`;
  const among = only && anyOf(streams.id, only);
  return selectManyRows(tx, streams, and(eq(streams.realm_id, realm.id), among), order);
}

const noSuchChannel = () => badRequest('Invalid channel ID');

/**
 * A channel whose content the caller can read. Missing and invisible channels give the same error,
 * so that callers can't find out what exists.
 */
export async function accessStream(context: ServiceContext, stream_id: number): Promise<StreamRow> {
  const stream = await findById(context, stream_id);
  const [readable] = stream ? await readableStreams(context, [stream]) : [];
  if (!readable) throw noSuchChannel();
  return readable;
}

/** A channel that the caller can see, though possibly not its content. */
export async function accessStreamMetadata(
  context: ServiceContext,
  stream_id: number,
): Promise<StreamRow> {
  const stream = await findById(context, stream_id);
  if (!stream) throw noSuchChannel();
  const access = await loadChannelAccess(context);
  if (!access.seesMetadata(stream)) throw noSuchChannel();
  return stream;
}

async function findById(
  { tx, realm }: ServiceContext,
  stream_id: number,
): Promise<StreamRow | undefined> {
  if (!isRowId(stream_id)) return undefined;
  const [stream] = await tx
    .select()
    .from(streams)
    .where(and(eq(streams.id, stream_id), eq(streams.realm_id, realm.id)));
  return stream;
}

/** The channels whose content the caller can read. Needs no statement if all are open to them. */
export async function readableStreams(
  context: ServiceContext,
  rows: readonly StreamRow[],
): Promise<readonly StreamRow[]> {
  if (rows.every((row) => isChannelOpenTo(context.user, row))) return rows;
  const access = await loadChannelAccess(context);
  return rows.filter((row) => access.seesContent(row));
}
