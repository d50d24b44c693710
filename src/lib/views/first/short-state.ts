import { deleteQueue } from '../../api/events';
import { registerQueue, type RegisterState } from '../../api/register';
import { registrationFor } from '../../api/registration';
import { getSubscriptions } from '../../api/streams';
import { getUser } from '../../api/users';
import type { User } from '../../api/user';
import { byId } from '../../client/by-id';
import type { Directory } from '../../writing/recipient';
import { listOf, recipientsOf, type FirstLists } from './first-lists';
import type { Ask, Place } from './place';

/** What the navigation and the rows of a page say, of the state: none of it grows with an organization. */
const keysOf = {
  drafts: ['drafts'],
  inbox: [
    ...['message', 'update_message_flags', 'user_topic', 'muted_users'],
    'scheduled_messages',
  ],
};
/** Each is asked for by itself: below level 384 there is no other way. */
const mostPeople = 20;

/** The state without all people and channels. Only a registration tells it: its queue ends at once. */
export async function shortState(place: Place, ask: Ask): Promise<RegisterState | null> {
  const list = listOf(place);
  const fetch_event_types = ['navigation_views', ...(list ? keysOf[list] : [])];
  const params = { ...registrationFor(place.embedded), event_types: [], fetch_event_types };
  const state = await ask(registerQueue, params);
  const queue_id = state?.queue_id;
  if (typeof queue_id === 'string') void ask(deleteQueue, { queue_id });
  return state;
}

/** The channels that one is in, where the rows may be of some. */
export async function channelsFor(
  { user_id }: Place,
  { drafts = [], unread_msgs }: RegisterState,
  ask: Ask,
): Promise<Directory> {
  const isAsked =
    drafts.some(({ type }) => type === 'stream') || (unread_msgs?.streams.length ?? 0) > 0;
  const told = isAsked ? await ask(getSubscriptions, {}) : null;
  const subscriptions = byId('stream_id', told?.subscriptions);
  return { user_id, users: new Map(), subscriptions, channels: subscriptions };
}

/** The people whom these rows name, as far as they are told. */
export async function peopleFor(
  { embedded }: Place,
  lists: FirstLists,
  ask: Ask,
): Promise<ReadonlyMap<number, User>> {
  const ids = recipientsOf(lists).flatMap(({ type, to }) => (type === 'private' ? to : []));
  const told = await Promise.all(
    [...new Set(ids)]
      .slice(0, mostPeople)
      .map((user_id) => ask(getUser, { user_id, client_gravatar: embedded })),
  );
  return byId(
    'user_id',
    told.flatMap((one) => one?.user ?? []),
  );
}
