import { m } from '$lib/paraglide/messages';

/** Labels of the API's roles. */
export const roleNames: Readonly<Record<number, () => string>> = {
  100: m.ui_owner,
  200: m.ui_administrator,
  300: m.ui_moderator,
  400: m.ui_member,
  600: m.ui_guest,
};
