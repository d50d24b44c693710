import { deleteQueue } from '../../api/events';
import { registerQueue, type RegisterState } from '../../api/register';
import { registrationFor } from '../../api/registration';
import { getSubscriptions } from '../../api/streams';
import { getUser } from '../../api/users';
import type { User } from '../../api/user';
import { indexById } from '../../client/index-by-id';
import type { RecipientDirectory } from '../../writing/recipients/recipient';
import { firstPaintListOf, recipientsInLists, type FirstPaintLists } from './first-paint-lists';
import type { FirstPaintCall, FirstPaintPage } from './first-paint-page';

/**
 * Parts of the state that the navigation and a page's rows show: none of them grows with the
 * organization.
 */
const keysOf = {
  drafts: ['drafts'],
  inbox: [
    ...['message', 'update_message_flags', 'user_topic', 'muted_users'],
    'scheduled_messages',
  ],
};
/** Each person needs a separate call: below feature level 384 there is no other way. */
const maxPeople = 20;

/**
 * The state without users and channels. It takes a registration, so the event queue is deleted
 * immediately.
 */
export async function fetchPartialState(
  place: FirstPaintPage,
  ask: FirstPaintCall,
): Promise<RegisterState | null> {
  const list = firstPaintListOf(place);
  const fetch_event_types = ['navigation_views', ...(list ? keysOf[list] : [])];
  const params = { ...registrationFor(place.embedded), event_types: [], fetch_event_types };
  const state = await ask(registerQueue, params);
  const queue_id = state?.queue_id;
  if (typeof queue_id === 'string') void ask(deleteQueue, { queue_id });
  return state;
}

/** The subscribed channels, if rows may need them. */
export async function fetchChannelsFor(
  { user_id }: FirstPaintPage,
  { drafts = [], unread_msgs }: RegisterState,
  ask: FirstPaintCall,
): Promise<RecipientDirectory> {
  const isNeeded =
    drafts.some(({ type }) => type === 'stream') || (unread_msgs?.streams.length ?? 0) > 0;
  const reply = isNeeded ? await ask(getSubscriptions, {}) : null;
  const subscriptions = indexById('stream_id', reply?.subscriptions);
  return { user_id, users: new Map(), subscriptions, channels: subscriptions };
}

/** The people named in these rows, as far as the server returns them. */
export async function fetchPeopleFor(
  { embedded }: FirstPaintPage,
  lists: FirstPaintLists,
  ask: FirstPaintCall,
): Promise<ReadonlyMap<number, User>> {
  const ids = recipientsInLists(lists).flatMap(({ type, to }) => (type === 'private' ? to : []));
  const replies = await Promise.all(
    [...new Set(ids)]
      .slice(0, maxPeople)
      .map((user_id) => ask(getUser, { user_id, client_gravatar: embedded })),
  );
  return indexById(
    'user_id',
    replies.flatMap((one) => one?.user ?? []),
  );
}
