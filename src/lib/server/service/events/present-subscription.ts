import type { EventPresenter } from './presenter';

/** Leaves the queue's own user out of `peer_remove`: they get `subscription`/`remove` for that. */
export const presentSubscription: EventPresenter = (payload, queue) => {
  const user_ids = payload['user_ids'] as number[] | undefined;
  if (payload['op'] !== 'peer_remove' || !user_ids?.includes(queue.user_id)) return payload;
  const others = user_ids.filter((id) => id !== queue.user_id);
  return others.length === 0 ? null : { ...payload, user_ids: others };
};
