import { getAuditLog } from '../../api/audit-log';
import type { Operation } from '../../api/define';
import { hasOperation, type ServerVersion } from '../../api/level';
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

/** What a section cannot do without, where not every server has it. */
const needs: Partial<Record<Section, Operation>> = { audit: getAuditLog as Operation };

/** Without those that the server is known not to have. */
export function sectionsOf(server: ServerVersion | null): readonly Section[] {
  return (Object.keys(sections) as Section[]).filter((name) => {
    const needed = needs[name];
    return server === null || needed === undefined || hasOperation(needed, server);
  });
}

export function isSection(name: string): name is Section {
  return Object.hasOwn(sections, name);
}
