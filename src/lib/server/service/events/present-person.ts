import type { EventPayload, EventPresenter } from './presenter';

/** For clients that compute Gravatar URLs themselves, leaves those URLs out. */
export const presentPerson: EventPresenter = (payload, queue, hidden) =>
  payload['op'] === 'add' && hidden['gravatar'] === true && queue.client_gravatar
    ? { ...payload, person: { ...(payload['person'] as EventPayload), avatar_url: null } }
    : payload;
