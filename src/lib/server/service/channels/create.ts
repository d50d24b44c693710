import type { Context } from '../context';
import { streams } from '../db/schema/streams';
import type { User } from '../model';
import { tellOfNewNeighbours } from '../sight/changes';
import type { StreamRow } from './access';
import { listAudience } from './audience';
import { announceDefaults } from './defaults';
import { announceNew } from './sight';
import { insertSubscriptions, tellOfSubscriptions, type Joined, type Joining } from './subscribe';

/** A channel to be made: checked, with its description rendered. */
export type NewStream = Pick<
  StreamRow,
  | 'name'
  | 'description'
  | 'rendered_description'
  | 'invite_only'
  | 'is_web_public'
  | 'is_default'
  | 'history_public_to_subscribers'
  | 'message_retention_days'
  | 'topics_policy'
  | 'folder_id'
  | 'settings'
>;

/** Makes those whose names are free; tells nobody yet. */
export async function insertStreams(
  { tx, realm, user, clock }: Context,
  wanted: readonly NewStream[],
): Promise<StreamRow[]> {
  if (wanted.length === 0) return [];
  const common = {
    realm_id: realm.id,
    creator_id: user.id,
    date_created: new Date(clock.now()),
  };
  return tx
    .insert(streams)
    .values(wanted.map((one) => ({ ...one, ...common })))
    .onConflictDoNothing()
    .returning();
}

/**
 * Subscribes the first people of new channels, which are of one kind and have the same settings, and
 * tells everybody who may know of them: first that they are there, then who is in.
 */
export async function openStreams(
  context: Context,
  made: readonly Joining[],
  people: readonly User[],
): Promise<Joined> {
  const joined = await insertSubscriptions(context, made, people);
  await tellOfNewNeighbours(context, joined.user_ids);
  const rows = made.map(({ stream }) => stream);
  if (rows[0]) {
    const ids = people.map(({ id }) => id);
    await announceNew(context, rows, await listAudience(context, rows[0]), ids);
  }
  await tellOfSubscriptions(context, joined);
  if (made.some(({ stream }) => stream.is_default)) await announceDefaults(context);
  return joined;
}
