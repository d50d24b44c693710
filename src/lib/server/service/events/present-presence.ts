import type { EventPresenter } from './presenter';

/**
 * Keyed by user id with timestamps for clients that support it, else by client.
 * https://zulip.com/api/get-events#presence
 */
export const presentPresence: EventPresenter = ({ email, ...payload }, queue, { modern }) => {
  if (queue.capabilities['simplified_presence_events']) {
    return { type: payload['type'], presences: { [String(payload['user_id'])]: modern } };
  }
  return queue.slim_presence ? payload : { email, ...payload };
};
