import type { AuditArea } from '../../api/audit-log';
import { m } from '$lib/paraglide/messages';

export const auditAreaWords: Readonly<Record<AuditArea, () => string>> = {
  bot: m.organization_bots,
  channel: m.organization_audit_channel,
  channel_folder: m.organization_audit_channel_folder,
  default_channels: m.organization_audit_default_channels,
  emoji: m.organization_emoji,
  export: m.organization_audit_export,
  group: m.organization_groups,
  invitation: m.organization_invitations,
  linkifier: m.organization_linkifiers,
  organization: m.organization_title,
  playground: m.organization_playgrounds,
  profile_field: m.organization_profile,
  user: m.organization_people_title,
};

/** What a value of an entry is, by name; short enough for a line. */
export function partsOf(value: unknown): readonly (readonly [name: string, told: string])[] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object' || Array.isArray(value)) return [['', told(value)]];
  return Object.entries(value).map(([name, one]) => [name, told(one)] as const);
}

const told = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
