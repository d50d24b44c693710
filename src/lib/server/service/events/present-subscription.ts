import type { EventPresenter } from './presenter';

/** Whoever left with others is told of those: of oneself, `subscription`/`remove` tells. */
export const presentSubscription: EventPresenter = (payload, queue) => {
  const user_ids = payload['user_ids'] as number[] | undefined;
  if (payload['op'] !== 'peer_remove' || !user_ids?.includes(queue.user_id)) return payload;
  const others = user_ids.filter((id) => id !== queue.user_id);
  return others.length === 0 ? null : { ...payload, user_ids: others };
};
