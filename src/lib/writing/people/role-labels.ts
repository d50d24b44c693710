import { m } from '$lib/paraglide/messages';

/** Labels of roles, by their number in the API. */
export const roleLabels: Readonly<Record<number, () => string>> = {
  100: m.organization_owner,
  200: m.organization_administrator,
  300: m.organization_moderator,
  400: m.organization_member,
  600: m.organization_guest,
};
