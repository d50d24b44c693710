import type { EventPresenter } from './presenter';

/** By id and times for queues that know that form, else by client. https://zulip.com/api/get-events#presence */
export const presentPresence: EventPresenter = ({ email, ...payload }, queue, { modern }) => {
  if (queue.capabilities['simplified_presence_events']) {
    return { type: payload['type'], presences: { [String(payload['user_id'])]: modern } };
  }
  return queue.slim_presence ? payload : { email, ...payload };
};
