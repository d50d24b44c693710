import { and, asc, eq } from 'drizzle-orm';
import type { Context } from '../context';
import { manyOf } from '../db/many-rows';
import { streams } from '../db/schema/streams';
import type { ChannelAccess, StreamRow } from './access';
import { loadActivity } from './activity';
import { ChannelWriter } from './wire';

/** Of one event, which is kept and sent as a whole. */
const most = 500;

/**
 * Tells somebody which channels they see now and did not see before, and the other way round.
 * `both` says that public channels may have changed for them too.
 */
export async function announceOwnSight(
  context: Context,
  before: ChannelAccess,
  after: ChannelAccess,
  { both }: { readonly both: boolean },
): Promise<void> {
  const { tx, realm, emit } = context;
  const rows = await manyOf(
    tx,
    streams,
    and(
      eq(streams.realm_id, realm.id),
      eq(streams.is_archived, false),
      both ? undefined : eq(streams.invite_only, true),
    ),
    asc(streams.id),
  );
  const audience = [after.user.id];
  const only = (some: ChannelAccess, other: ChannelAccess) =>
    rows.filter((row) => some.seesMetadata(row) && !other.seesMetadata(row));
  for (const some of portions(only(before, after))) {
    const stream_ids = some.map(({ id }) => id);
    const gone = stream_ids.map((stream_id) => ({ stream_id }));
    emit({ payload: { type: 'stream', op: 'delete', streams: gone, stream_ids }, audience });
  }
  const found = only(after, before);
  if (found.length === 0) return;
  const writer = new ChannelWriter(after.permissions.systemGroups, await loadActivity(context));
  for (const some of portions(found)) {
    const told = some.map((row) => writer.channel(row));
    emit({ payload: { type: 'stream', op: 'create', streams: told }, audience });
  }
}

function portions(rows: readonly StreamRow[]): StreamRow[][] {
  const count = Math.ceil(rows.length / most);
  return Array.from({ length: count }, (_, at) => rows.slice(at * most, (at + 1) * most));
}
