import { m } from '$lib/paraglide/messages';

/** Labels of the API's roles. */
export const roleNames: Readonly<Record<number, () => string>> = {
  100: m.signin_role_owner,
  200: m.signin_role_administrator,
  300: m.signin_role_moderator,
  400: m.signin_role_member,
  600: m.signin_role_guest,
};
