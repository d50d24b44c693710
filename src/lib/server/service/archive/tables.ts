import type { GenericSchema } from 'valibot';
import * as v from 'valibot';
import type { PgTable } from 'drizzle-orm/pg-core';
import { createApiKey } from '../api-keys';
import { alertWords } from '../db/schema/alert-words';
import { auditLog } from '../db/schema/audit-log';
import { avatars } from '../db/schema/avatars';
import { botStorage } from '../db/schema/bot-storage';
import { channelFolders } from '../db/schema/channel-folders';
import { customEmoji } from '../db/schema/custom-emoji';
import { drafts } from '../db/schema/drafts';
import { emailChanges } from '../db/schema/email-changes';
import { eventQueues, events } from '../db/schema/events';
import { realmExports } from '../db/schema/exports';
import {
  attachmentMessages,
  attachments,
  discardedFiles,
  uploads,
  uploadSpace,
} from '../db/schema/files';
import { userGroupMembers, userGroups, userGroupSubgroups } from '../db/schema/groups';
import { invitations } from '../db/schema/invitations';
import { linkifiers } from '../db/schema/linkifiers';
import { messages, recipients, userMessages } from '../db/schema/messages';
import { mutedUsers } from '../db/schema/muted-users';
import { navigationViews } from '../db/schema/navigation-views';
import { playgrounds } from '../db/schema/playgrounds';
import { presences, presenceUpdates } from '../db/schema/presence';
import { profileFields, profileValues } from '../db/schema/profile-fields';
import { pushDevices, pushTokens } from '../db/schema/push';
import { rateCounts } from '../db/schema/rate-counts';
import { reactions } from '../db/schema/reactions';
import { realmDomains } from '../db/schema/realm-domains';
import { realms } from '../db/schema/realms';
import { savedSnippets } from '../db/schema/saved-snippets';
import { reminders, scheduledMessages } from '../db/schema/scheduled';
import { sessions } from '../db/schema/sessions';
import { streams, subscriptions } from '../db/schema/streams';
import { submessages } from '../db/schema/submessages';
import { userStatuses } from '../db/schema/user-status';
import { userTopics } from '../db/schema/user-topics';
import { users } from '../db/schema/users';
import { createInviteKey } from '../invitations/key';
import { isPersonInScope, isMessageInScope } from './scope';
import { groupSetting } from '../../../api/group-setting';
import { realmSettingsTable, type RealmSettingEntry } from '../../../api/realm-settings-table';
import { settingsTable } from '../../../api/settings-table';
import { realmPermissions } from '../permissions/table';

/** Checks for JSON columns, as far as this Inkwell uses their values. */
type JsonColumn = v.GenericSchema<unknown>;

/** Personal settings, checked against the settings table. */
const personalSettingsCheck: JsonColumn = v.looseObject(
  Object.fromEntries(
    Object.entries(settingsTable).map(([name, { schema }]) => [
      name,
      v.optional<v.GenericSchema<unknown>>(schema),
    ]),
  ),
);

/** Permissions of a channel or a group. */
const permissionsCheck: JsonColumn = v.record(v.string(), groupSetting);

/** The organization's permissions and settings, checked against their table. */
const realmSettingsCheck: JsonColumn = v.pipe(
  v.record(v.string(), v.unknown()),
  v.check((settings) => Object.entries(settings).every(([name, value]) => fits(name, value))),
);

const editHistoryCheck: JsonColumn = v.nullable(
  v.array(v.looseObject({ user_id: v.nullable(v.number()), timestamp: v.number() })),
);

const entries = new Map<string, RealmSettingEntry>(Object.entries(realmSettingsTable));

function fits(name: string, value: unknown): boolean {
  if (Object.hasOwn(realmPermissions, name)) return v.is(groupSetting, value);
  const entry = entries.get(name);
  // Null means no limit, for number settings.
  return !entry || value === null || value === entry.default || v.is(entry.schema, value);
}

/** The organization's images, by kind. */
const realmPicturesCheck: JsonColumn = v.record(
  v.picklist(['icon', 'logo', 'night_logo']),
  v.strictObject({
    path_id: v.string(),
    size: v.number(),
    content_type: v.string(),
    version: v.number(),
  }),
);

export type ArchiveRow = Readonly<Record<string, unknown>>;

export interface ArchivedFile {
  readonly path_id: string;
  /** In bytes. */
  readonly size: number;
}

/** How the rows of a table are exported and imported. */
export interface ArchivedTable {
  readonly table: PgTable;
  /** SQL condition on rows `t` for exports with some users' private data. If absent, all rows. */
  readonly only?: string;
  /**
   * Columns that exports leave out, and the value on import: by default the column's own default.
   */
  readonly without?: Readonly<Record<string, (() => unknown) | null>>;
  /** The stored files that a row refers to. */
  readonly files?: (row: ArchiveRow) => readonly ArchivedFile[];
  /** Schemas of JSON columns, where needed. */
  readonly json?: Readonly<Record<string, GenericSchema<unknown>>>;
}

/** For a row with its file's path in one column and its size in another. */
const fileIn =
  (path: string, size: string) =>
  (row: ArchiveRow): ArchivedFile[] =>
    typeof row[path] === 'string' ? [{ path_id: row[path], size: Number(row[size]) }] : [];
const picture = fileIn('path_id', 'size');
const still = fileIn('still_path_id', 'still_size');

const personal = (column = 'user_id') => ({ only: isPersonInScope(`t.${column}`) });
const ofMessages = { only: isMessageInScope('t.message_id') };

/** Every table that an export contains, each after those that its rows refer to. */
export const archivedTables: readonly ArchivedTable[] = [
  {
    table: realms,
    // Anyone can sign in to a sample, so an imported organization isn't one.
    without: { string_id: () => 'inkwell', is_sample: null },
    files: ({ pictures }) => Object.values(pictures as object) as ArchivedFile[],
    json: {
      settings: realmSettingsCheck,
      user_settings_defaults: personalSettingsCheck,
      pictures: realmPicturesCheck,
    },
  },
  {
    table: users,
    without: { password_hash: null, api_key: createApiKey },
    json: { settings: personalSettingsCheck },
  },
  { table: userGroups, json: { settings: permissionsCheck } },
  { table: userGroupMembers },
  { table: userGroupSubgroups },
  { table: channelFolders },
  { table: streams, json: { settings: permissionsCheck } },
  { table: subscriptions },
  {
    table: recipients,
    only: `t.stream_id is not null or exists (select 1 from messages m
      where m.recipient_id = t.id and ${isMessageInScope('m.id')})`,
  },
  { table: messages, only: isMessageInScope('t.id'), json: { edit_history: editHistoryCheck } },
  { table: userMessages, ...personal() },
  { table: reactions, ...ofMessages },
  { table: submessages, ...ofMessages },
  {
    table: attachments,
    files: picture,
    only: `${isPersonInScope('t.owner_id')} or exists (select 1 from attachment_messages a
      where a.attachment_id = t.id and ${isMessageInScope('a.message_id')})`,
  },
  { table: attachmentMessages, ...ofMessages },
  { table: userTopics, ...personal() },
  { table: mutedUsers, ...personal() },
  { table: alertWords, ...personal() },
  { table: userStatuses },
  { table: presenceUpdates },
  { table: presences },
  { table: avatars, files: picture },
  { table: customEmoji, files: (row) => [...picture(row), ...still(row)] },
  { table: profileFields },
  { table: profileValues },
  { table: botStorage, ...personal('bot_id') },
  { table: realmDomains },
  { table: linkifiers },
  { table: playgrounds },
  { table: navigationViews, ...personal() },
  { table: drafts, ...personal() },
  { table: savedSnippets, ...personal() },
  { table: scheduledMessages, ...personal() },
  { table: reminders, ...personal() },
  { table: invitations, without: { key: createInviteKey } },
  { table: auditLog },
];

/** Tables that exports leave out, and why. */
export const excludedTables: readonly { readonly table: PgTable; readonly why: string }[] = [
  { table: sessions, why: 'secrets; people sign in again' },
  { table: emailChanges, why: 'secrets; people ask again' },
  { table: pushDevices, why: 'secrets; devices register again' },
  { table: pushTokens, why: 'secrets; devices register again' },
  { table: events, why: 'sent to queues that are gone' },
  { table: eventQueues, why: 'clients make new ones' },
  { table: uploads, why: 'still on their way in' },
  { table: discardedFiles, why: 'gone already' },
  { table: uploadSpace, why: 'counted anew' },
  { table: rateCounts, why: 'of the last minutes' },
  { table: realmExports, why: 'archives hold no archives' },
];
