import { botTypes } from '../../api/bots';
import { exportTypes } from '../../api/exports';
import { listText } from '../../ui/list-text';
import { m } from '$lib/paraglide/messages';
import { roleLabels } from '../../writing/people/role-labels';
import { isGroupSettingValue } from './own-permissions';
import { groupSettingLabels } from './group-settings';
import { peopleAndGroupsOf } from './group-setting-value';
import { channelPermissionLabels } from '../../writing/permissions/channel-permission-labels';
import { realmPermissionLabels } from './realm-permission-labels';
import {
  externalAccountKind,
  fieldChoiceLines,
  profileFieldTypeLabels,
} from './profile-field-data';
import { realmSettingLabels } from './realm-setting-labels';

interface ValueLabels {
  readonly label: () => string;
  /** Labels of an enumeration, by value. */
  readonly options?: Readonly<Record<string, () => string>> | undefined;
}

/** Resolves names and ids to what the page shows. */
export interface AuditNames {
  readonly user: (id: number) => string;
  readonly group: (id: number) => string;
  readonly channel: (id: number) => string;
  readonly folder: (id: number) => string;
  /** A personal setting, or undefined if there is none of this name. */
  readonly setting: (name: string) => ValueLabels | undefined;
}

/** The values of an entry as pairs of label and text, each short enough for one line. */
export function auditEntryValues(
  action: string,
  value: unknown,
  names: AuditNames,
): readonly (readonly [name: string, told: string])[] {
  // The sentence already says that the order changed; ids add nothing.
  if (value === null || value === undefined || action.endsWith('.reordered')) return [];
  if (typeof value !== 'object' || Array.isArray(value)) return [['', plain(value)]];
  return Object.entries(value)
    .filter(([name, one]) => !isSilent(name) && !isEmpty(one))
    .map(([name, one]) => {
      const words = valueLabelsOf(action, name, names);
      return [words?.label() ?? name, valueText(name, one, words, names)] as const;
    });
}

/** Values that the sentence contains or another value shows. */
const isSilent = (name: string) => silent.has(name) || name.startsWith('rendered_');
const silent: ReadonlySet<string> = new Set([
  ...['id', 'invitation', 'order', 'creator_id', 'date_created'],
  ...['emoji_code', 'reaction_type', 'away', 'icon_source', 'logo_source', 'night_logo_source'],
]);

const isEmpty = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0);

/** Undefined if no page has a label for it; it is then shown as on the wire. */
function valueLabelsOf(action: string, name: string, names: AuditNames): ValueLabels | undefined {
  if (action === 'organization.defaults_changed') return names.setting(name);
  const [area = ''] = action.split('.');
  const tables = area === 'channel' ? [channelValueLabels, commonValueLabels] : [commonValueLabels];
  return tables.find((table) => Object.hasOwn(table, name))?.[name];
}

type Table = Readonly<Record<string, ValueLabels>>;

const labelled = (labels: Readonly<Record<string, () => string>>): Table =>
  Object.fromEntries(Object.entries(labels).map(([name, label]) => [name, { label }]));

const roleValueLabels = { label: m.organization_role, options: roleLabels };
const fieldTypeLabels = { label: m.organization_profile_type, options: profileFieldTypeLabels };

const channelValueLabels: Table = {
  ...labelled({
    name: m.channels_name,
    invite_only: m.channels_private,
    is_web_public: m.channels_web_public,
    history_public_to_subscribers: m.channels_history,
    folder_id: m.channels_folder,
    topic: m.organization_audit_topic,
    messages: m.organization_audit_messages,
    ...channelPermissionLabels,
  }),
  topics_policy: {
    label: m.channels_topics_policy,
    options: {
      inherit: m.ui_organization_default,
      allow_empty_topic: m.channels_topics_allow,
      disable_empty_topic: m.channels_topics_disable,
      empty_topic_only: m.channels_topics_only,
    },
  },
  message_retention_days: {
    label: m.channels_days,
    options: { '-1': m.channels_retention_ever, null: m.ui_organization_default },
  },
};

/** Labels from the pages where these values are changed. */
const commonValueLabels: Table = {
  ...realmSettingLabels,
  ...labelled({
    ...realmPermissionLabels,
    ...groupSettingLabels,
    name: m.organization_name,
    full_name: m.organization_name,
    description: m.organization_description,
    is_archived: m.channels_archived,
    email: m.ui_email_address,
    user_ids: m.organization_people_title,
    members: m.organization_members,
    direct_subgroup_ids: m.organization_groups,
    group_ids: m.organization_groups,
    stream_ids: m.organization_audit_channel,
    bot_owner_id: m.ui_bot_owner,
    domain: m.organization_domain,
    allow_subdomains: m.organization_audit_subdomains,
    icon_url: m.organization_icon,
    logo_url: m.organization_logo,
    night_logo_url: m.organization_night_logo,
    pattern: m.organization_linkifier_pattern,
    url_template: m.organization_linkifier_url,
    pygments_language: m.organization_playground_language,
    hint: m.organization_profile_hint,
    field_data: m.organization_audit_field_data,
    display_in_profile_summary: m.organization_profile_summary,
    required: m.organization_profile_required,
    editable_by_user: m.organization_profile_editable,
    status_text: m.settings_status,
    emoji_name: m.settings_status_emoji,
  }),
  role: roleValueLabels,
  invited_as: { label: m.organization_invite_as, options: roleLabels },
  type: fieldTypeLabels,
  field_type: fieldTypeLabels,
  bot_type: {
    label: m.organization_bot_type,
    options: {
      [botTypes.generic]: m.organization_bot_generic,
      [botTypes.incoming_webhook]: m.organization_bot_webhook,
    },
  },
  export_type: {
    label: m.organization_export_what,
    options: {
      [exportTypes.public]: m.organization_export_public,
      [exportTypes.consented]: m.organization_export_consented,
    },
  },
};

function valueText(
  name: string,
  value: unknown,
  words: ValueLabels | undefined,
  names: AuditNames,
): string {
  if (typeof value === 'boolean') return value ? m.organization_on() : m.organization_off();
  if (isPermission(name) && isGroupSettingValue(value)) {
    const { people, groups } = peopleAndGroupsOf(value);
    const all = [...groups.map(names.group), ...people.map(names.user)];
    return all.length === 0 ? m.ui_no_one() : listText(all);
  }
  const choice = words?.options?.[`${value as string | number | null}`];
  if (choice) return choice();
  if (name === 'field_data') return ofField(plain(value));
  const named = kinds[name] && names[kinds[name]];
  if (!named) return plain(value);
  const ids: readonly unknown[] = Array.isArray(value) ? value : [value];
  return listText(ids.map((id) => (typeof id === 'number' ? named(id) : plain(id))));
}

/** The choices of a field, or the type or URL pattern of an external account. */
function ofField(data: string): string {
  const { subtype, url_pattern } = externalAccountKind(data);
  const choices = fieldChoiceLines(data).split('\n').filter(Boolean);
  return choices.length > 0 ? listText(choices) : url_pattern || subtype;
}

const isPermission = (name: string) =>
  name.endsWith('_group') || Object.hasOwn(realmPermissionLabels, name);

const kinds: Readonly<Record<string, Exclude<keyof AuditNames, 'setting'> | undefined>> = {
  user_ids: 'user',
  members: 'user',
  bot_owner_id: 'user',
  direct_subgroup_ids: 'group',
  group_ids: 'group',
  stream_ids: 'channel',
  folder_id: 'folder',
};

const plain = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
