import type { EventPayload, EventPresenter } from './presenter';

/** Clients that compute avatars from addresses are told none of those that they can compute. */
export const presentPerson: EventPresenter = (payload, queue, hidden) =>
  payload['op'] === 'add' && hidden['gravatar'] === true && queue.client_gravatar
    ? { ...payload, person: { ...(payload['person'] as EventPayload), avatar_url: null } }
    : payload;
