import type { Payload, Presenter } from './presenter';

/** Clients that compute avatars from addresses are told none of those that they can compute. */
export const presentPerson: Presenter = (payload, queue, hidden) =>
  payload['op'] === 'add' && hidden['gravatar'] === true && queue.client_gravatar
    ? { ...payload, person: { ...(payload['person'] as Payload), avatar_url: null } }
    : payload;
