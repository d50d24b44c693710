import { m } from '$lib/paraglide/messages';

/** The sections of the page, in this order. */
export const sections = {
  people: m.organization_people_title,
  groups: m.organization_groups,
  invitations: m.organization_invitations,
  settings: m.organization_settings,
  permissions: m.organization_permissions,
  defaults: m.organization_defaults,
  profile: m.organization_profile,
  bots: m.organization_bots,
  emoji: m.organization_emoji,
  linkifiers: m.organization_linkifiers,
  playgrounds: m.organization_playgrounds,
  exports: m.organization_exports,
  audit: m.organization_audit,
} as const;
export type Section = keyof typeof sections;

export function isSection(name: string): name is Section {
  return Object.hasOwn(sections, name);
}
