import type { Component } from 'svelte';
import type { OrganizationSection } from '../../features/organization/organization-sections';

type Load = () => Promise<{ readonly default: Component }>;

/** The content of each section, loaded when it is opened. */
export const organizationSectionLoaders: Readonly<Record<OrganizationSection, Load>> = {
  people: () => import('../../features/organization/PeopleSection.svelte'),
  groups: () => import('../../features/organization/GroupsSection.svelte'),
  invitations: () => import('../../features/organization/InvitationsSection.svelte'),
  settings: () => import('../../features/organization/RealmSettingsSection.svelte'),
  permissions: () => import('../../features/organization/PermissionsSection.svelte'),
  defaults: () => import('./DefaultsSection.svelte'),
  profile: () => import('../../features/organization/ProfileFieldsSection.svelte'),
  bots: () => import('../../features/organization/BotsSection.svelte'),
  emoji: () => import('../../features/organization/EmojiSection.svelte'),
  linkifiers: () => import('../../features/organization/LinkifiersSection.svelte'),
  playgrounds: () => import('../../features/organization/PlaygroundsSection.svelte'),
  exports: () => import('../../features/organization/ExportsSection.svelte'),
  audit: () => import('./OrganizationAudit.svelte'),
};
