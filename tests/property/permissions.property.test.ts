import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { GroupSettingValue } from '$lib/api/group-setting';
import { getStreamById } from '$lib/api/channels';
import {
  canAddSubscribers,
  canAdministerChannel,
  canReadChannel,
  canRemoveSubscribers,
  canSetDeletePolicy,
  canSetTopicsPolicy,
  canSubscribe,
} from '$lib/api/permissions/channel';
import {
  canAddGroupMembers,
  canCreateGroups,
  canJoinGroup,
  canLeaveGroup,
  canManageGroup,
  canMentionGroup,
} from '$lib/api/permissions/group';
import {
  canAddEmoji,
  canChangeOwnProfile,
  canChangeRealmSetting,
  canChangeRole,
  canCreateBots,
  canCreateInviteLinks,
  canCreateWebhookBots,
  canInviteAs,
  canInviteByEmail,
  canManageBot,
  canRemoveEmoji,
} from '$lib/api/permissions/organization';
import { indexById } from '$lib/client/index-by-id';
import { readReply } from '$lib/api/read-reply';
import {
  realmPermissionEditors,
  realmPermissionNames,
  type RealmPermissionName,
} from '$lib/api/realm-permissions';
import {
  realmSettingNames,
  realmSettingsTable,
  type RealmSettingEditor,
} from '$lib/api/realm-settings-table';
import { registerQueue } from '$lib/api/register';
import { roleGroups, userRole, userRoles } from '$lib/api/roles';
import { topicPermissionsOf } from '$lib/features/channels/topic-permissions';
import {
  canDeleteMessage,
  canReportMessages,
  canResolveMessageTopic,
  editObstacle,
  movePermissionsOf,
} from '$lib/features/conversation/message-permissions';
import { customEmoji } from '$lib/server/service/db/schema/custom-emoji';
import { messages } from '$lib/server/service/db/schema/messages';
import { streams } from '$lib/server/service/db/schema/streams';
import { userGroups } from '$lib/server/service/db/schema/groups';
import { users } from '$lib/server/service/db/schema/users';
import {
  realmPermissions,
  streamPermissions,
  groupPermissions,
  type GroupSettingRule,
} from '$lib/server/service/permissions/table';
import type { AccountWithKey } from '$lib/server/service/service';
import { accountPermissions } from '../../src/lib/writing/permissions/account-permissions';
import { isAdministratorAccount, isOwnerAccount } from '../../src/lib/writing/permissions/own-role';
import { canPostIn } from '../../src/lib/writing/recipients/send-obstacle';
import { addChannel, groupId, setRealm } from '../support/channels';
import { groupsOf } from '../support/groups';
import { aPng } from '../support/pictures';
import { aMessage } from '../support/state';
import { withService } from '../support/with-service';

/**
 * What the pages offer to a user, from what the service sends them, is what the service then
 * allows: for random roles, groups, settings and channels.
 */

const t = withService({ server: { webPublicStreams: true } });
let actor: AccountWithKey;
let other: AccountWithKey;
let bot: AccountWithKey;
/** Contains `inner`, which can list the actor. */
let outer: number;
let inner: number;
/** Private. */
let moderation: number;
const systemGroups = new Map<string, number>();

beforeAll(async () => {
  actor = await t.addUser({ full_name: 'Actor' });
  other = await t.addUser({ full_name: 'Other' });
  bot = await t.addUser({ is_bot: true, bot_type: 1, bot_owner_id: actor.user_id });
  inner = await groupsOf(t).create(t.owner);
  outer = await groupsOf(t).create(t.owner, { subgroups: [inner] });
  ({ id: moderation } = await addChannel(t, { invite_only: true }, [t.owner]));
  for (const name of ['nobody', ...roleGroups.map((group) => group.slice('role:'.length))]) {
    systemGroups.set(`role:${name}`, await groupId(t, `role:${name}`));
  }
});

/** What a setting grants, before ids are known. */
const grant = fc.constantFrom(
  'default',
  'actor',
  'other',
  'outer',
  'role:nobody',
  'role:administrators',
  'role:moderators',
  'role:members',
  'role:everyone',
);
const grantsOf = (names: readonly string[]) =>
  fc.record(Object.fromEntries(names.map((name) => [name, grant])));

const editors = ['owner', 'administrator'] as const;
/** One for each of these. */
const forEachEditor = <T>(names: (editor: RealmSettingEditor) => readonly T[]) =>
  fc.tuple(...editors.map((editor) => fc.constantFrom(...names(editor))));
/** Settings that can be set to their default without changing what the other actions meet. */
const switchesOf = (editor: RealmSettingEditor) =>
  realmSettingNames.filter((name) => {
    const { changedBy, default: value } = realmSettingsTable[name];
    return changedBy === editor && typeof value === 'boolean';
  });
const permissionsOf = (editor: RealmSettingEditor) =>
  realmPermissionNames.filter((name) => realmPermissionEditors[name] === editor);

const organization = fc.record({
  role: fc.constantFrom(...userRoles),
  otherRole: fc.constantFrom(...userRoles),
  isInGroup: fc.boolean(),
  kind: fc.constantFrom('public', 'private', 'web-public'),
  isArchived: fc.nat({ max: 5 }).map((share) => share === 0),
  isSubscribed: fc.boolean(),
  isMember: fc.boolean(),
  sender: fc.constantFrom('actor', 'other', 'bot'),
  /** Seconds, away from the grace after a limit. */
  age: fc.constantFrom(10, 500),
  limit: fc.constantFrom(null, 120),
  allowsEdits: fc.boolean(),
  locksPictures: fc.boolean(),
  acceptsReports: fc.boolean(),
  emojiAuthor: fc.constantFrom('actor', 'other'),
  settings: forEachEditor(switchesOf),
  permissions: forEachEditor(permissionsOf),
  realm: grantsOf(
    Object.keys(realmPermissions).filter((name) => name !== 'can_access_all_users_group'),
  ),
  stream: grantsOf(Object.keys(streamPermissions)),
  group: grantsOf(Object.keys(groupPermissions)),
});
type Organization = typeof organization extends fc.Arbitrary<infer Value> ? Value : never;

function valuesOf(
  rules: Readonly<Record<string, GroupSettingRule>>,
  grants: Readonly<Record<string, string>>,
): Record<string, GroupSettingValue> {
  const alone = (id: number) => ({ direct_members: [id], direct_subgroups: [] });
  return Object.fromEntries(
    Object.entries(grants).flatMap(([name, granted]): [string, GroupSettingValue][] => {
      const rule = rules[name]!;
      if (granted === 'default') return [];
      if (granted === 'outer') return rule.require_system_group ? [] : [[name, outer]];
      if (granted === 'actor' || granted === 'other') {
        const { user_id } = granted === 'actor' ? actor : other;
        return rule.require_system_group ? [] : [[name, alone(user_id)]];
      }
      const isRefused = granted === 'role:everyone' && !rule.allow_everyone_group;
      return isRefused ? [] : [[name, systemGroups.get(granted)!]];
    }),
  );
}

let counter = 0;
const unique = () => `x${++counter}`;

/** Makes the organization, with messages that are there to change, and returns what is in it. */
async function make(plan: Organization) {
  const { db } = t.store;
  await setRealm(t, {});
  await db.update(users).set({ role: userRole.member }).where(eq(users.id, actor.user_id));
  const insiders = [t.owner, other, bot, ...(plan.isSubscribed ? [actor] : [])];
  const channel = await addChannel(t, { name: unique() }, insiders);
  const target = await addChannel(t, { name: unique() }, [t.owner, actor]);
  const group = await groupsOf(t).create(t.owner, {
    members: [other.user_id, ...(plan.isMember ? [actor.user_id] : [])],
  });
  const by = { actor, other, bot }[plan.sender];
  const sent: number[] = [];
  for (let at = 0; at < 5; at += 1) {
    const params = { type: 'stream', to: channel.id, topic: `t${at}`, content: 'hi' };
    const { body } = await t.call(by, 'POST', '/messages', params);
    sent.push(body['id'] as number);
  }
  const params = { type: 'stream', to: channel.id, topic: 'owner', content: 'hi' };
  const { body } = await t.call(t.owner, 'POST', '/messages', params);
  sent.push(body['id'] as number);
  const date_sent = new Date(t.clock.now() - plan.age * 1000);
  await db.update(messages).set({ date_sent }).where(eq(messages.stream_id, channel.id));
  const picture = { path_id: unique(), size: 1, content_type: 'image/png' };
  const author_id = { actor, other }[plan.emojiAuthor].user_id;
  const [emoji] = await db
    .insert(customEmoji)
    .values({ realm_id: 1, author_id, name: unique(), ...picture })
    .returning();
  await groupsOf(t).changeMembers(t.owner, inner, {
    [plan.isInGroup ? 'add' : 'delete']: [actor.user_id],
  });
  await db
    .update(streams)
    .set({
      invite_only: plan.kind === 'private',
      is_web_public: plan.kind === 'web-public',
      is_archived: plan.isArchived,
      settings: valuesOf(streamPermissions, plan.stream) as never,
    })
    .where(eq(streams.id, channel.id));
  await db
    .update(userGroups)
    .set({ settings: valuesOf(groupPermissions, plan.group) as never })
    .where(eq(userGroups.id, group));
  await db.update(users).set({ role: plan.role }).where(eq(users.id, actor.user_id));
  await db.update(users).set({ role: plan.otherRole }).where(eq(users.id, other.user_id));
  await setRealm(t, {
    ...valuesOf(realmPermissions, plan.realm),
    allow_message_editing: plan.allowsEdits,
    message_content_edit_limit_seconds: plan.limit,
    message_content_delete_limit_seconds: plan.limit,
    move_messages_within_stream_limit_seconds: plan.limit,
    move_messages_between_streams_limit_seconds: plan.limit,
    avatar_changes_disabled: plan.locksPictures,
    moderation_request_channel_id: plan.acceptsReports ? moderation : -1,
  });
  return { channel, target, group, sent, by, emoji: emoji! };
}

/** The account as a page has it, from the service's replies to this user. */
async function readAccount(channel_id: number) {
  const capabilities = { archived_channels: true, notification_settings_null: true };
  const { body } = await t.call(actor, 'POST', '/register', { client_capabilities: capabilities });
  const state = readReply(registerQueue, 200, JSON.stringify(body));
  const usersById = indexById('user_id', state.realm_users);
  const account = {
    state,
    user_id: state.user_id,
    users: usersById,
    user: (id: number | undefined) => usersById.get(id ?? -1),
    subscriptions: indexById('stream_id', state.subscriptions),
    channels: indexById('stream_id', state.streams, state.subscriptions),
  };
  const reply = await t.call(actor, 'GET', `/streams/${channel_id}`);
  const details =
    reply.status === 200
      ? readReply(getStreamById, 200, JSON.stringify(reply.body)).stream
      : undefined;
  return { account, details };
}

type Request = readonly [method: string, path: string, params?: Record<string, unknown> | FormData];

type Action = readonly [what: string, offered: boolean, request: Request];

const defaultGroupOf = (name: RealmPermissionName) =>
  systemGroups.get(realmPermissions[name].default_group_name)!;

function pictureForm(): FormData {
  const form = new FormData();
  form.append('filename', new File([aPng() as BlobPart], 'party.png'));
  return form;
}

async function disagreements(plan: Organization): Promise<string[]> {
  const { channel, target, group, sent, by, emoji } = await make(plan);
  const { account, details } = await readAccount(channel.id);
  const holder = accountPermissions(account as never);
  const isIn = account.subscriptions.has(channel.id);
  const row = account.channels.get(channel.id);
  const now = t.clock.now() / 1000;
  const timestamp = now - plan.age;
  const message = (at: number) =>
    aMessage(sent[at]!, {
      sender_id: by.user_id,
      stream_id: channel.id,
      timestamp,
      subject: `t${at}`,
    });
  const isReadable = row !== undefined && canReadChannel(holder, row, isIn);
  const topics = isReadable ? topicPermissionsOf(row, account as never) : undefined;
  const moves = movePermissionsOf(message(0), account, now);
  const stateGroup = account.state.realm_user_groups?.find(({ id }) => id === group);
  const canTarget = account.channels.get(target.id);
  const settled = [{ name: channel.name }];
  const members = `/user_groups/${group}/members`;
  const name = unique();
  const isAdministrator = isAdministratorAccount(account as never);
  const isOwner = isOwnerAccount(account as never);
  const reaction = { emoji_name: 'tada' };
  const actions: readonly Action[] = [
    [
      'post',
      row !== undefined && !row.is_archived && canPostIn(row, account),
      ['POST', '/messages', { type: 'stream', to: channel.id, topic: 'new', content: 'hi' }],
    ],
    [
      'edit',
      isReadable && editObstacle(message(0), account, now) === null,
      ['PATCH', `/messages/${sent[0]!}`, { content: name }],
    ],
    [
      'move to a topic',
      isReadable && moves.topic,
      ['PATCH', `/messages/${sent[0]!}`, { topic: name }],
    ],
    [
      'resolve',
      isReadable && canResolveMessageTopic(message(1), account, now),
      ['PATCH', `/messages/${sent[1]!}`, { topic: '✔ t1' }],
    ],
    [
      'move to a channel',
      isReadable && moves.channel && canTarget !== undefined && canPostIn(canTarget, account),
      ['PATCH', `/messages/${sent[2]!}`, { stream_id: target.id }],
    ],
    [
      'delete',
      isReadable && canDeleteMessage(message(3), account, now),
      ['DELETE', `/messages/${sent[3]!}`],
    ],
    [
      'delete a topic',
      topics?.remove === true,
      ['POST', `/streams/${channel.id}/delete_topic`, { topic_name: 't4' }],
    ],
    ['react', isReadable, ['POST', `/messages/${sent[5]!}/reactions`, reaction]],
    ['take a reaction back', isReadable, ['DELETE', `/messages/${sent[5]!}/reactions`, reaction]],
    [
      'report',
      isReadable && canReportMessages(account),
      ['POST', `/messages/${sent[5]!}/report`, { report_type: 'spam' }],
    ],
    [
      'mention a group',
      stateGroup !== undefined && canMentionGroup(holder, stateGroup),
      [
        'POST',
        '/messages',
        { type: 'direct', to: [actor.user_id], content: `@*${stateGroup?.name}*` },
      ],
    ],
    [
      'change a channel',
      details !== undefined && canAdministerChannel(holder, details),
      ['PATCH', `/streams/${channel.id}`, { description: name }],
    ],
    [
      'change its topics policy',
      details !== undefined && canAdministerChannel(holder, details) && canSetTopicsPolicy(holder),
      ['PATCH', `/streams/${channel.id}`, { topics_policy: 'allow_empty_topic' }],
    ],
    [
      'change who deletes its messages',
      details !== undefined && canAdministerChannel(holder, details) && canSetDeletePolicy(holder),
      ['PATCH', `/streams/${channel.id}`, { can_delete_any_message_group: { new: inner } }],
    ],
    [
      'change how long it keeps messages',
      details !== undefined && canAdministerChannel(holder, details) && isOwner,
      ['PATCH', `/streams/${channel.id}`, { message_retention_days: 30 }],
    ],
    [
      'remove from a channel',
      details !== undefined && canRemoveSubscribers(holder, details),
      [
        'DELETE',
        '/users/me/subscriptions',
        { subscriptions: [channel.name], principals: [other.user_id] },
      ],
    ],
    [
      'add to a channel',
      details !== undefined && canAddSubscribers(holder, details, isIn),
      ['POST', '/users/me/subscriptions', { subscriptions: settled, principals: [other.user_id] }],
    ],
    [
      'subscribe',
      details !== undefined && canSubscribe(holder, details, isIn),
      ['POST', '/users/me/subscriptions', { subscriptions: settled }],
    ],
    [
      'create a public channel',
      account.state.can_create_public_streams === true,
      ['POST', '/users/me/subscriptions', { subscriptions: [{ name: unique() }] }],
    ],
    [
      'create a private channel',
      account.state.can_create_private_streams === true,
      [
        'POST',
        '/users/me/subscriptions',
        { subscriptions: [{ name: unique() }], invite_only: true },
      ],
    ],
    [
      'create a web-public channel',
      account.state.can_create_web_public_streams === true,
      [
        'POST',
        '/users/me/subscriptions',
        { subscriptions: [{ name: unique() }], is_web_public: true },
      ],
    ],
    [
      'add to a group',
      stateGroup !== undefined && canAddGroupMembers(holder, stateGroup),
      ['POST', members, { add: [bot.user_id] }],
    ],
    plan.isMember
      ? [
          'leave a group',
          stateGroup !== undefined && canLeaveGroup(holder, stateGroup),
          ['POST', members, { delete: [actor.user_id] }],
        ]
      : [
          'join a group',
          stateGroup !== undefined && canJoinGroup(holder, stateGroup),
          ['POST', members, { add: [actor.user_id] }],
        ],
    [
      'change a group',
      stateGroup !== undefined && canManageGroup(holder, stateGroup),
      ['PATCH', `/user_groups/${group}`, { description: name }],
    ],
    [
      'create a group',
      canCreateGroups(holder),
      ['POST', '/user_groups/create', { name: unique(), description: '', members: [] }],
    ],
    [
      'create a bot',
      canCreateBots(holder),
      ['POST', '/bots', { full_name: name, short_name: name }],
    ],
    [
      'create a bot for incoming webhooks',
      canCreateWebhookBots(holder),
      ['POST', '/bots', { full_name: unique(), short_name: unique(), bot_type: 2 }],
    ],
    [
      'invite by email',
      canInviteByEmail(holder) && canInviteAs(holder, plan.otherRole),
      [
        'POST',
        '/invites',
        { invitee_emails: `${name}@example.org`, invite_as: plan.otherRole, stream_ids: [] },
      ],
    ],
    [
      'create an invitation link',
      canCreateInviteLinks(holder) && canInviteAs(holder, plan.otherRole),
      ['POST', '/invites/multiuse', { invite_as: plan.otherRole, stream_ids: [] }],
    ],
    [
      'rename a bot',
      canManageBot(holder, { bot_owner_id: actor.user_id, role: userRole.member }),
      ['PATCH', `/bots/${bot.user_id}`, { full_name: unique() }],
    ],
    [
      'change a role',
      canChangeRole(holder, plan.otherRole, userRole.moderator),
      ['PATCH', `/users/${other.user_id}`, { role: userRole.moderator }],
    ],
    [
      'change who can subscribe',
      details !== undefined &&
        canAdministerChannel(holder, details) &&
        canReadChannel(holder, details, isIn),
      ['PATCH', `/streams/${channel.id}`, { can_subscribe_group: { new: inner } }],
    ],
    [
      'archive a channel',
      details !== undefined && !details.is_archived && canAdministerChannel(holder, details),
      ['DELETE', `/streams/${channel.id}`],
    ],
    ['add an emoji', canAddEmoji(holder), ['POST', `/realm/emoji/${name}`, pictureForm()]],
    [
      'remove an emoji',
      canRemoveEmoji(holder, account.state.realm_emoji?.[emoji.id]?.author_id),
      ['DELETE', `/realm/emoji/${emoji.name}`],
    ],
    [
      'remove one’s picture',
      canChangeOwnProfile(holder, account.state.realm_avatar_changes_disabled),
      ['DELETE', '/users/me/avatar'],
    ],
    ...plan.settings.map((setting): Action => [
      `change the setting ${setting}`,
      canChangeRealmSetting(holder, realmSettingsTable[setting].changedBy),
      ['PATCH', '/realm', { [setting]: realmSettingsTable[setting].default }],
    ]),
    ...plan.permissions.map((permission): Action => [
      `change the permission ${permission}`,
      canChangeRealmSetting(holder, realmPermissionEditors[permission]),
      ['PATCH', '/realm', { [permission]: { new: defaultGroupOf(permission) } }],
    ]),
    [
      'change the defaults for new accounts',
      isAdministrator,
      ['PATCH', '/realm/user_settings_defaults', { enter_sends: true }],
    ],
    ['remove the organization’s picture', isAdministrator, ['DELETE', '/realm/icon']],
    [
      'add a linkifier',
      isAdministrator,
      [
        'POST',
        '/realm/filters',
        { pattern: `${name}-(?P<id>[0-9]+)`, url_template: 'https://example.org/{id}' },
      ],
    ],
    [
      'add a playground',
      isAdministrator,
      [
        'POST',
        '/realm/playgrounds',
        { name, pygments_language: 'Python', url_template: 'https://example.org/{code}' },
      ],
    ],
    [
      'add a profile field',
      isAdministrator,
      ['POST', '/realm/profile_fields', { name, field_type: 1 }],
    ],
    ['add a channel folder', isAdministrator, ['POST', '/channel_folders/create', { name }]],
    [
      'make a channel a default',
      isAdministrator,
      ['POST', '/default_streams', { stream_id: target.id }],
    ],
    ['read the audit log', isAdministrator, ['GET', '/audit_log']],
    ['read exports', isAdministrator, ['GET', '/export/realm']],
    [
      'add a domain',
      isOwner,
      ['POST', '/realm/domains', { domain: `${name}.example.org`, allow_subdomains: false }],
    ],
  ];
  const wrong: string[] = [];
  for (const [what, offered, [method, path, params]] of actions) {
    // The pages leave topics of archived channels alone.
    if (what === 'delete a topic' && plan.isArchived) continue;
    const { body } = await t.call(actor, method, path, params);
    const allowed = body.result === 'success';
    if (allowed !== offered) {
      wrong.push(`${what}: ${offered ? 'offered, refused' : 'allowed, not offered'} (${body.msg})`);
    }
  }
  return wrong;
}

it('offers what the service allows', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(organization, async (plan) => {
      expect(await disagreements(plan)).toEqual([]);
    }),
    // Without shrinking, a failure takes no longer than a pass. It prints its seed and the organization.
    { numRuns: 20, endOnFailure: true },
  );
});
