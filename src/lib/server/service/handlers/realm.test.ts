import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { gatewayNames, openGateways, type Ask } from '../../../../../tests/support/both-gateways';
import { addChannel, groupId, openQueue, setRealm } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import { realmPermissionEditors } from '$lib/api/realm-permissions';
import { realmSettingsTable } from '$lib/api/realm-settings-table';
import type { AccountWithKey } from '../service';

const t = withService();
let administrator: AccountWithKey;
let member: AccountWithKey;
beforeAll(async () => {
  administrator = await t.addUser({ role: 200 });
  member = await t.addUser();
  // Without it, the organization can't be restricted to its domains.
  const domain = { domain: 'example.org', allow_subdomains: false };
  await t.call(t.owner, 'POST', '/realm/domains', domain);
});

/** A value for each setting that isn't its default: as sent and as saved. */
const changes: Readonly<Record<string, readonly [sent: unknown, kept?: unknown]>> = {
  allow_message_editing: [false],
  avatar_changes_disabled: [true],
  default_code_block_language: ['python'],
  default_language: ['de'],
  digest_emails_enabled: [true],
  digest_weekday: [6],
  disallow_disposable_email_addresses: [false],
  email_changes_disabled: [true],
  emails_restricted_to_domains: [true],
  enable_guest_user_dm_warning: [false],
  enable_guest_user_indicator: [false],
  enable_read_receipts: [false],
  enable_spectator_access: [true],
  giphy_rating: [2],
  inline_image_preview: [false],
  inline_url_embed_preview: [true],
  invite_required: [false],
  jitsi_server_url: ['"https://meet.example.org"', 'https://meet.example.org'],
  message_content_allowed_in_email_notifications: [false],
  message_content_delete_limit_seconds: ['"unlimited"', null],
  message_content_edit_limit_seconds: [60],
  message_edit_history_visibility_policy: ['moves'],
  message_retention_days: [30],
  move_messages_between_streams_limit_seconds: [120],
  move_messages_within_stream_limit_seconds: ['"unlimited"', null],
  name_changes_disabled: [true],
  org_type: [1000],
  presence_disabled: [true],
  require_e2ee_push_notifications: [true],
  require_unique_names: [true],
  send_welcome_emails: [false],
  topics_policy: ['disable_empty_topic'],
  video_chat_provider: [1],
  waiting_period_threshold: [3],
  want_advertise_in_communities_directory: [true],
  welcome_message_custom_text: ['Hello'],
};
const channels = [
  'moderation_request_channel_id',
  'new_stream_announcements_stream_id',
  'signup_announcements_stream_id',
  'zulip_update_announcements_stream_id',
];

it('every setting is tested', () => {
  const tried = [...Object.keys(changes), ...channels].sort();
  expect(tried).toEqual(Object.keys(realmSettingsTable).sort());
});

describe.each(gatewayNames)('the organization through the %s', (gateway) => {
  let owner: Ask;
  let others: Record<'administrator' | 'member', Ask>;
  beforeAll(async () => {
    owner = (await openGateways(t, t.owner))[gateway];
    others = {
      administrator: (await openGateways(t, administrator))[gateway],
      member: (await openGateways(t, member))[gateway],
    };
  });
  beforeEach(() => setRealm(t, {}));

  const change = (params: Record<string, unknown>, by = owner) => by('PATCH', '/realm', params);
  const state = async () => {
    const { body } = await owner('POST', '/register', { fetch_event_types: ['realm'] });
    return body as Record<string, unknown>;
  };
  const refused = { status: 400, body: { code: 'BAD_REQUEST' } };
  const ownersOnly = { status: 400, body: { code: 'UNAUTHORIZED_PRINCIPAL' } };

  it.each(Object.entries(changes))(
    'saves %s and notifies everyone once',
    async (name, [sent, kept = sent]) => {
      const queue = await openQueue(t, await t.addUser(), { event_types: ['realm', 'user_group'] });
      const values = { [name]: sent };
      expect((await change(values)).body).toEqual({ result: 'success', msg: '' });
      await change(values);
      expect((await state())[`realm_${name}`]).toEqual(kept);
      const events = (await queue.events()).filter(({ type }) => type === 'realm');
      expect(events).toHaveLength(1);
      const { dictEvent } = realmSettingsTable[name as keyof typeof realmSettingsTable];
      expect(events[0]).toMatchObject(
        dictEvent
          ? { op: 'update_dict', property: 'default', data: { [name]: kept } }
          : { op: 'update', property: name, value: kept },
      );
    },
  );

  it.each(channels)('saves a channel as %s, and -1 for none', async (name) => {
    const { id } = await addChannel(t, { invite_only: true }, [t.owner]);
    await change({ [name]: id });
    expect((await state())[`realm_${name}`]).toBe(id);
    await change({ [name]: -7 });
    expect((await state())[`realm_${name}`]).toBe(-1);
    const archived = await addChannel(t, { invite_only: true, is_archived: true }, [t.owner]);
    for (const wrong of [archived.id, 999_999, Number.MAX_SAFE_INTEGER]) {
      expect(await change({ [name]: wrong })).toMatchObject(refused);
    }
  });

  it('accepts only private channels for reports', async () => {
    const { id } = await addChannel(t, {}, [t.owner]);
    expect(await change({ moderation_request_channel_id: id })).toMatchObject(refused);
  });

  it('also returns the older form of replaced settings', async () => {
    await change({
      topics_policy: 'disable_empty_topic',
      message_edit_history_visibility_policy: 'none',
    });
    expect(await state()).toMatchObject({
      realm_mandatory_topics: true,
      realm_allow_edit_history: false,
      realm_create_public_stream_policy: 1,
      realm_create_web_public_stream_policy: 7,
      realm_wildcard_mention_policy: 5,
    });
    const [moderators, nobody] = [
      await groupId(t, 'role:moderators'),
      await groupId(t, 'role:nobody'),
    ];
    await change({
      can_create_public_channel_group: { new: moderators },
      can_create_web_public_channel_group: { new: nobody },
      can_mention_many_users_group: {
        new: { direct_members: [], direct_subgroups: [moderators, nobody] },
      },
    });
    expect(await state()).toMatchObject({
      realm_create_public_stream_policy: 4,
      realm_create_web_public_stream_policy: 6,
      // No old policy matches exactly. This is the nearest that allows no one else.
      realm_wildcard_mention_policy: 5,
    });
  });

  it('saves its name and description trimmed', async () => {
    const queue = await openQueue(t, await t.addUser(), { event_types: ['realm'] });
    await change({ name: ' Tern & Tallow ', description: ' We *write* ' });
    expect(await state()).toMatchObject({
      realm_name: 'Tern & Tallow',
      realm_description: 'We *write*',
    });
    const common = { type: 'realm', op: 'update' };
    expect(await queue.events()).toEqual([
      { ...common, property: 'name', value: 'Tern & Tallow' },
      { ...common, property: 'description', value: 'We *write*' },
    ]);
    await change({ name: 'Test organization', description: '' });
  });

  it('changes all or nothing', async () => {
    const params = { name_changes_disabled: true, new_stream_announcements_stream_id: 999_999 };
    expect(await change(params)).toMatchObject(refused);
    expect(await state()).toMatchObject({ realm_name_changes_disabled: false });
  });

  it.each([
    ['an unknown language', { default_language: 'xx' }],
    ['a language by its place in an object', { default_language: 'constructor' }],
    ['a day that no week has', { digest_weekday: 7 }],
    ['a limit of nothing', { message_content_edit_limit_seconds: 0 }],
    ['a limit below nothing', { move_messages_within_stream_limit_seconds: -5 }],
    ['a limit in other words', { message_content_delete_limit_seconds: '"forever"' }],
    ['a limit that no column holds', { message_content_edit_limit_seconds: 2 ** 31 }],
    ['days of retention below one', { message_retention_days: 0 }],
    ['an unknown kind of organization', { org_type: 5 }],
    ['an unknown provider of calls', { video_chat_provider: 4 }],
    ['an unknown rating', { giphy_rating: 9 }],
    ['a waiting period below nothing', { waiting_period_threshold: -1 }],
    ['a policy of topics of a channel', { topics_policy: 'empty_topic_only' }],
    ['another policy of history', { message_edit_history_visibility_policy: 'some' }],
    ['an address that is none', { jitsi_server_url: '"meet"' }],
    ['an address of another kind', { jitsi_server_url: '"javascript:alert(1)"' }],
    ['an address over 200 characters', { jitsi_server_url: `"https://a.b/${'x'.repeat(200)}"` }],
    ['a blank name', { name: '  ' }],
    ['a name over 60 characters', { name: '𝒂'.repeat(61) }],
    ['a description over 1000 characters', { description: '𝒂'.repeat(1001) }],
    ['a welcome over 8000 characters', { welcome_message_custom_text: '𝒂'.repeat(8001) }],
    ['a null byte', { name: 'a\0b' }],
    ['a word for a boolean', { invite_required: 'yes' }],
    ['no way to sign in', { authentication_methods: { Email: false } }],
    ['a way to sign in that there is not', { authentication_methods: { Email: true, LDAP: true } }],
  ])('refuses %s', async (_what, params) => {
    expect(await change(params)).toMatchObject(refused);
  });

  it('accepts the server’s own defaults', async () => {
    await change({ jitsi_server_url: '"https://meet.example.org"', message_retention_days: 5 });
    await change({ jitsi_server_url: '"default"', message_retention_days: '"unlimited"' });
    expect(await state()).toMatchObject({
      realm_jitsi_server_url: null,
      realm_message_retention_days: -1,
    });
    expect((await change({ authentication_methods: { Email: true } })).status).toBe(200);
  });

  it('doesn’t let members change anything', async () => {
    const reply = await change({ digest_emails_enabled: true }, others.member);
    expect(reply).toMatchObject(ownersOnly);
  });

  const keepers = Object.entries({
    ...Object.fromEntries(
      Object.entries(realmSettingsTable).map(([name, { changedBy }]) => [name, changedBy]),
    ),
    authentication_methods: 'owner',
  });
  it.each(keepers.filter(([, keeper]) => keeper === 'owner'))(
    'lets only owners change %s',
    async (name) => {
      const [sent] = changes[name] ?? [{ Email: true }];
      expect(await change({ [name]: sent }, others.administrator)).toMatchObject(ownersOnly);
      expect((await change({ [name]: sent })).status).toBe(200);
    },
  );
  it.each(keepers.filter(([name, keeper]) => keeper === 'administrator' && changes[name]))(
    'lets administrators change %s',
    async (name) => {
      const reply = await change({ [name]: changes[name]![0] }, others.administrator);
      expect(reply.status).toBe(200);
    },
  );

  it.each(Object.entries(realmPermissionEditors))(
    'lets %s be set by the %s',
    async (name, keeper) => {
      const group = await groupId(
        t,
        name === 'can_access_all_users_group' ? 'role:members' : 'role:moderators',
      );
      const value = { [name]: { new: group } };
      if (keeper === 'owner') {
        expect(await change(value, others.administrator)).toMatchObject(ownersOnly);
      }
      const queue = await openQueue(t, await t.addUser(), { event_types: ['realm'] });
      const reply = await change(value, keeper === 'owner' ? owner : others.administrator);
      expect(reply.body).toEqual({ result: 'success', msg: '' });
      await change(value);
      expect((await state())[`realm_${name}`]).toBe(group);
      const dict = { property: 'default', data: { [name]: group } };
      // If the setting already has this value, nothing changes.
      expect([[], [{ type: 'realm', op: 'update_dict', ...dict }]]).toContainEqual(
        await queue.events(),
      );
    },
  );

  it('grants permissions to users and groups together', async () => {
    const direct_subgroups = [await groupId(t, 'role:moderators')];
    const value = { direct_members: [member.user_id], direct_subgroups };
    await change({ can_create_groups: { new: value } });
    expect((await state())['realm_can_create_groups']).toEqual(value);
  });

  it('changes permissions only if they are as expected', async () => {
    const [moderators, members, nobody] = await Promise.all(
      ['role:moderators', 'role:members', 'role:nobody'].map((name) => groupId(t, name)),
    );
    const mismatch = await change({ can_create_groups: { new: moderators, old: nobody } });
    expect(mismatch).toMatchObject({
      status: 400,
      body: { code: 'EXPECTATION_MISMATCH', field_name: 'old' },
    });
    const fine = await change({ can_create_groups: { new: moderators, old: members } });
    expect(fine.status).toBe(200);
    const wrong = await change({ can_manage_all_groups: { new: nobody } });
    expect(wrong).toMatchObject(refused);
    const plain = await change({ can_create_groups: members });
    expect(plain).toMatchObject(refused);
  });

  it('announces who is no longer a full member, and who becomes one', async () => {
    const veteran = await t.addUser({ date_joined: new Date(0) });
    const queue = await openQueue(t, await t.addUser(), { event_types: ['user_group'] });
    await change({ waiting_period_threshold: 2 });
    await change({ waiting_period_threshold: 0 });
    const [removed, added] = (await queue.events()) as { op: string; user_ids: number[] }[];
    const group_id = await groupId(t, 'role:fullmembers');
    expect(removed).toMatchObject({ type: 'user_group', op: 'remove_members', group_id });
    expect(added).toMatchObject({ type: 'user_group', op: 'add_members', group_id });
    expect(removed!.user_ids).toContain(member.user_id);
    expect(removed!.user_ids).not.toContain(veteran.user_id);
    expect(added!.user_ids).toEqual(removed!.user_ids);
  });

  it('records in the audit log who changed what', async () => {
    await change({ org_type: 10, can_create_groups: { new: await groupId(t, 'role:owners') } });
    const { body } = await owner('GET', '/audit_log', { num: 1 });
    expect((body['entries'] as unknown[])[0]).toMatchObject({
      action: 'organization.changed',
      acting_user_id: t.owner.user_id,
      before: { org_type: 0 },
      after: { org_type: 10, can_create_groups: await groupId(t, 'role:owners') },
    });
  });
});
