import type { AuditAction, AuditArea } from '../../api/audit-log';
import { botTypes } from '../../api/bots';
import { exportTypes } from '../../api/exports';
import { m } from '$lib/paraglide/messages';
import { isSetting } from './access';
import { groupSettings } from './group-settings';
import { chosenOf } from './group-value';
import { permissionWords } from './permission-words';
import { realmWords } from './realm-words';
import { personRoles } from '../../writing/person-roles';

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

/** What somebody has done; what it was done to follows. */
const auditWords: Readonly<Record<AuditAction, () => string>> = {
  'bot.created': m.organization_did_bot_created,
  'bot.key_renewed': m.organization_did_bot_key_renewed,
  'bot.owner_changed': m.organization_did_bot_owner_changed,
  'channel.created': m.organization_did_channel_created,
  'channel.renamed': m.organization_did_channel_renamed,
  'channel.described': m.organization_did_channel_described,
  'channel.privacy_changed': m.organization_did_channel_privacy_changed,
  'channel.permission_changed': m.organization_did_channel_permission_changed,
  'channel.topics_policy_changed': m.organization_did_channel_topics_policy_changed,
  'channel.retention_changed': m.organization_did_channel_retention_changed,
  'channel.moved_to_folder': m.organization_did_channel_moved_to_folder,
  'channel.archived': m.organization_did_channel_archived,
  'channel.unarchived': m.organization_did_channel_unarchived,
  'channel.subscribers_added': m.organization_did_channel_subscribers_added,
  'channel.subscribers_removed': m.organization_did_channel_subscribers_removed,
  'channel.topic_deleted': m.organization_did_channel_topic_deleted,
  'channel_folder.created': m.organization_did_channel_folder_created,
  'channel_folder.changed': m.organization_did_channel_folder_changed,
  'channel_folder.reordered': m.organization_did_channel_folder_reordered,
  'default_channels.added': m.organization_did_default_channels_added,
  'default_channels.removed': m.organization_did_default_channels_removed,
  'emoji.added': m.organization_did_emoji_added,
  'emoji.deactivated': m.organization_did_emoji_deactivated,
  'export.started': m.organization_did_export_started,
  'export.deleted': m.organization_did_export_deleted,
  'group.created': m.organization_did_group_created,
  'group.updated': m.organization_did_group_updated,
  'group.deactivated': m.organization_did_group_deactivated,
  'group.reactivated': m.organization_did_group_reactivated,
  'group.members_added': m.organization_did_group_members_added,
  'group.members_removed': m.organization_did_group_members_removed,
  'group.subgroups_added': m.organization_did_group_subgroups_added,
  'group.subgroups_removed': m.organization_did_group_subgroups_removed,
  'invitation.created': m.organization_did_invitation_created,
  'invitation.resent': m.organization_did_invitation_resent,
  'invitation.revoked': m.organization_did_invitation_revoked,
  'linkifier.added': m.organization_did_linkifier_added,
  'linkifier.changed': m.organization_did_linkifier_changed,
  'linkifier.removed': m.organization_did_linkifier_removed,
  'linkifier.reordered': m.organization_did_linkifier_reordered,
  'organization.changed': m.organization_did_organization_changed,
  'organization.defaults_changed': m.organization_did_organization_defaults_changed,
  'organization.picture_changed': m.organization_did_organization_picture_changed,
  'organization.domain_added': m.organization_did_organization_domain_added,
  'organization.domain_changed': m.organization_did_organization_domain_changed,
  'organization.domain_removed': m.organization_did_organization_domain_removed,
  'playground.added': m.organization_did_playground_added,
  'playground.removed': m.organization_did_playground_removed,
  'profile_field.created': m.organization_did_profile_field_created,
  'profile_field.changed': m.organization_did_profile_field_changed,
  'profile_field.deleted': m.organization_did_profile_field_deleted,
  'profile_field.reordered': m.organization_did_profile_field_reordered,
  'user.created': m.organization_did_user_created,
  'user.joined': m.organization_did_user_joined,
  'user.renamed': m.organization_did_user_renamed,
  'user.role_changed': m.organization_did_user_role_changed,
  'user.email_changed': m.organization_did_user_email_changed,
  'user.status_changed': m.organization_did_user_status_changed,
  'user.deactivated': m.organization_did_user_deactivated,
  'user.reactivated': m.organization_did_user_reactivated,
};

/** One that is told by a newer server stays as it is named. */
export function auditWord(action: string): string {
  return (auditWords as Readonly<Record<string, (() => string) | undefined>>)[action]?.() ?? action;
}

/** How the page knows whom and what an id stands for. */
export interface AuditNames {
  readonly user: (id: number) => string;
  readonly group: (id: number) => string;
  readonly channel: (id: number) => string;
}

/** What a value of an entry is, by name; short enough for a line. */
export function partsOf(
  value: unknown,
  names: AuditNames,
): readonly (readonly [name: string, told: string])[] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object' || Array.isArray(value)) return [['', plain(value)]];
  return Object.entries(value)
    .filter(([name, one]) => name !== 'id' && !isEmpty(one))
    .map(([name, one]) => [nameWords[name]?.() ?? name, told(name, one, names)] as const);
}

const isEmpty = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0);

/** In the words of the pages where they are changed; others stay as on the wire. */
const nameWords: Readonly<Record<string, (() => string) | undefined>> = {
  ...Object.fromEntries(Object.entries(realmWords).map(([name, { label }]) => [name, label])),
  ...permissionWords,
  ...groupSettings,
  name: m.organization_name,
  full_name: m.organization_name,
  role: m.organization_role,
  invited_as: m.organization_invite_as,
  email: m.organization_person_email,
  user_ids: m.organization_people_title,
  members: m.organization_members,
  direct_subgroup_ids: m.organization_groups,
  group_ids: m.organization_groups,
  stream_ids: m.organization_audit_channel,
  bot_owner_id: m.organization_owner,
  bot_type: m.organization_bot_type,
  export_type: m.organization_export_what,
  domain: m.organization_domain,
};

function told(name: string, value: unknown, names: AuditNames): string {
  if (typeof value === 'boolean') return value ? m.organization_on() : m.organization_off();
  if (isPermission(name) && isSetting(value)) {
    const { people, groups } = chosenOf(value);
    const all = [...groups.map(names.group), ...people.map(names.user)];
    return all.length === 0 ? m.organization_role_nobody() : all.join(', ');
  }
  const choice = choices[name]?.[Number(value)];
  if (choice) return choice();
  const named = kinds[name] && names[kinds[name]];
  if (!named) return plain(value);
  const ids: readonly unknown[] = Array.isArray(value) ? value : [value];
  return ids.map((id) => (typeof id === 'number' ? named(id) : plain(id))).join(', ');
}

const isPermission = (name: string) =>
  name.endsWith('_group') || Object.hasOwn(permissionWords, name);

const choices: Readonly<Record<string, Readonly<Record<number, () => string>> | undefined>> = {
  role: personRoles,
  invited_as: personRoles,
  bot_type: {
    [botTypes.generic]: m.organization_bot_generic,
    [botTypes.incoming_webhook]: m.organization_bot_webhook,
  },
  export_type: {
    [exportTypes.public]: m.organization_export_public,
    [exportTypes.consented]: m.organization_export_consented,
  },
};

const kinds: Readonly<Record<string, keyof AuditNames | undefined>> = {
  user_ids: 'user',
  members: 'user',
  bot_owner_id: 'user',
  direct_subgroup_ids: 'group',
  group_ids: 'group',
  stream_ids: 'channel',
};

const plain = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
