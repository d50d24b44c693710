import type { RegisterState } from '../../api/register';

/**
 * One list of all users and bots and one of all channels, so that an event finds its row in one
 * place. If only `subscription` is requested, a server sends each channel once.
 */
export function mergeDirectoryLists(state: RegisterState): RegisterState {
  return {
    ...state,
    realm_users: [
      ...(state.realm_users ?? []),
      ...(state.realm_non_active_users ?? []).map((user) => ({ ...user, is_active: false })),
      ...(state.cross_realm_bots ?? []),
    ],
    realm_non_active_users: [],
    cross_realm_bots: [],
    streams: state.streams ?? [
      ...(state.subscriptions ?? []),
      ...(state.unsubscribed ?? []),
      ...(state.never_subscribed ?? []),
    ],
    unsubscribed: [],
    never_subscribed: [],
  };
}
