import { getAuditLog } from '../../api/audit-log';
import type { ApiOperation } from '../../api/define-operation';
import { hasOperation, type ServerVersion } from '../../api/feature-level';
import { m } from '$lib/paraglide/messages';

/** The sections of the page, in display order. */
export const organizationSections = {
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
export type OrganizationSection = keyof typeof organizationSections;

/** Operations a section requires that not every server has. */
const needs: Partial<Record<OrganizationSection, ApiOperation>> = {
  audit: getAuditLog as ApiOperation,
};

/** Leaves out sections the server is known not to support. */
export function organizationSectionsOf(
  server: ServerVersion | null,
): readonly OrganizationSection[] {
  return (Object.keys(organizationSections) as OrganizationSection[]).filter((name) => {
    const needed = needs[name];
    return server === null || needed === undefined || hasOperation(needed, server);
  });
}

export function isOrganizationSection(name: string): name is OrganizationSection {
  return Object.hasOwn(organizationSections, name);
}
