import type { ServiceContext } from '../context';
import { streams } from '../db/schema/streams';
import type { UserRow } from '../model';
import { announceNewlyVisiblePeople } from '../guest-visibility/announce-visibility';
import type { StreamRow } from './access';
import { listAudience } from './audience';
import { announceDefaultChannels } from './defaults';
import { announceCreatedChannels } from './channel-visibility';
import {
  insertSubscriptions,
  announceSubscriptions,
  type NewSubscriptions,
  type ChannelToSubscribe,
} from './subscribe';

/** A channel to create: checked, with its description rendered. */
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

/** Creates the channels whose names are free. Sends no events yet. */
export async function insertStreams(
  { tx, realm, user, clock }: ServiceContext,
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
 * Subscribes the first people of new channels of one privacy type with the same settings, and
 * announces them to everyone who can see them: first the channels, then their subscribers.
 */
export async function openStreams(
  context: ServiceContext,
  made: readonly ChannelToSubscribe[],
  people: readonly UserRow[],
): Promise<NewSubscriptions> {
  const joined = await insertSubscriptions(context, made, people);
  await announceNewlyVisiblePeople(context, joined.user_ids);
  const rows = made.map(({ stream }) => stream);
  if (rows[0]) {
    const ids = people.map(({ id }) => id);
    await announceCreatedChannels(context, rows, await listAudience(context, rows[0]), ids);
  }
  await announceSubscriptions(context, joined);
  if (made.some(({ stream }) => stream.is_default)) await announceDefaultChannels(context);
  return joined;
}
