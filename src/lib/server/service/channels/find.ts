import { foldCase } from '$lib/api/fold-case';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { CachedRead } from '../db/read-cache';
import { isRowId } from '../db/ids';
import { streams } from '../db/schema/streams';
import { badRequest, ServiceFailure } from '../failure';
import type { RecipientParam } from '../users/find-recipients';
import type { StreamRow } from './access';

export function noSuchStream(fields: { stream: string } | { stream_id: number }): ServiceFailure {
  const name = 'stream' in fields ? `'${fields.stream}'` : `with ID '${fields.stream_id}'`;
  return new ServiceFailure('STREAM_DOES_NOT_EXIST', `Channel ${name} does not exist`, 400, fields);
}

/** By id. These can't be archived until commit. */
export const lockedStreams = new CachedRead<number, StreamRow>(streams);

/**
 * The channel that `to` names, whether or not the caller can see it. It can't be archived until
 * commit. Accepts lists with one item, like the old API.
 */
export async function findStream(
  { tx, realm, service: { readCache: facts } }: ServiceContext,
  to: RecipientParam,
): Promise<{ stream: StreamRow | undefined; missing: ServiceFailure }> {
  const one = typeof to === 'object' ? (to.length === 1 ? to[0] : undefined) : to;
  if (one === undefined || one === '') throw badRequest('Expected exactly one channel');
  const missing = noSuchStream(typeof one === 'number' ? { stream_id: one } : { stream: one });
  if (typeof one === 'number' && !isRowId(one)) throw missing;
  const known = typeof one === 'number' ? facts.get(lockedStreams, one) : undefined;
  if (known?.realm_id === realm.id) return { stream: known, missing };
  const wanted =
    typeof one === 'number'
      ? eq(streams.id, one)
      : sql`fold_case(${streams.name}) = fold_case(${one.trim()})`;
  const [stream] = await tx
    .select()
    .from(streams)
    .where(and(eq(streams.realm_id, realm.id), wanted))
    .for('key share');
  if (stream) facts.set(lockedStreams, stream.id, stream);
  return { stream, missing };
}

/** Channels by name, in any case, whether or not the caller can see them. */
export async function streamsByName(
  { tx, realm }: ServiceContext,
  names: readonly string[],
): Promise<(name: string) => StreamRow | undefined> {
  if (names.length === 0) return () => undefined;
  const wanted = [...new Set(names)].map((name) => sql`fold_case(${name})`);
  const rows = await tx
    .select()
    .from(streams)
    .where(and(eq(streams.realm_id, realm.id), inArray(sql`fold_case(${streams.name})`, wanted)));
  const byName = new Map(rows.map((row) => [foldCase(row.name), row]));
  return (name) => byName.get(foldCase(name));
}
