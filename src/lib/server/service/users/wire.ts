import { isAdministrator, isGuest, userRole } from '$lib/api/roles';
import type { UserRow } from '../model';
import { apiEmail, gravatarUrl, seesEmail } from './email';

/** By field id. https://zulip.com/api/get-own-user, `profile_data` */
export type ProfileData = Readonly<
  Record<string, { readonly value: string; readonly rendered_value?: string }>
>;

export interface UserView {
  readonly viewer: UserRow;
  readonly baseUrl: string;
  /** Whether the client computes Gravatar URLs from addresses that it can see. */
  readonly clientGravatar: boolean;
  /** Custom profile data by user id. Absent unless requested. */
  readonly profiles?: ReadonlyMap<number, ProfileData> | undefined;
}

/** Shown instead of the name of a user that the viewer can't see. */
export const unknownName = 'Unknown user';

/** A user as in `GET /users`, with exactly the API's keys. https://zulip.com/api/get-users */
export function wireUser(user: UserRow, view: UserView) {
  const email = apiEmail(user, view.baseUrl);
  return {
    user_id: user.id,
    delivery_email: seesEmail(view.viewer, user) ? user.delivery_email : null,
    email,
    full_name: user.full_name,
    date_joined: isoTime(user.date_joined),
    is_active: user.is_active,
    is_owner: user.role === userRole.owner,
    is_admin: isAdministrator(user),
    is_guest: isGuest(user),
    is_bot: user.is_bot,
    bot_type: user.bot_type,
    bot_owner_id: user.bot_owner_id,
    role: user.role,
    timezone: user.timezone,
    avatar_url: wireAvatarUrl(user, view),
    avatar_version: user.avatar_version,
    ...(view.profiles && !user.is_bot && { profile_data: view.profiles.get(user.id) ?? {} }),
  };
}

/**
 * Null if the client can compute it: the user has no uploaded picture, and the client knows the
 * address.
 */
export function wireAvatarUrl(user: UserRow, view: Pick<UserView, 'baseUrl' | 'clientGravatar'>) {
  if (user.avatar_url !== null) return user.avatar_url;
  const knowsAddress = apiEmail(user, view.baseUrl) === user.delivery_email;
  return view.clientGravatar && knowsAddress ? null : gravatarUrl(user, view.baseUrl);
}

/** ISO 8601 with an offset, as in the API. */
export function isoTime(time: Date): string {
  return time.toISOString().replace(/(\.000)?Z$/, '+00:00');
}

/** In UNIX seconds. */
export function unixTime(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

/** `U` for an uploaded picture, `G` for one made from the address. */
export function avatarSource(user: UserRow): 'U' | 'G' {
  return user.avatar_url === null ? 'G' : 'U';
}
