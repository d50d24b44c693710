import { m } from '$lib/paraglide/messages';

/** What somebody is in the organization, by the number on the wire. */
export const roleLabels: Readonly<Record<number, () => string>> = {
  100: m.organization_owner,
  200: m.ui_administrator,
  300: m.ui_moderator,
  400: m.ui_member,
  600: m.ui_guest,
};
