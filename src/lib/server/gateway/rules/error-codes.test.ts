import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { messages } from '$lib/server/service/db/schema/messages';
import { uploadSpace } from '$lib/server/service/db/schema/files';
import type { AccountWithKey } from '$lib/server/service/service';
import {
  gatewayNames,
  openGateways,
  type Ask,
  type Params,
} from '../../../../../tests/support/both-gateways';
import { addChannel, groupId, setRealm } from '../../../../../tests/support/channels';
import type { Reply } from '../../../../../tests/support/service';
import { withService } from '../../../../../tests/support/with-service';

/**
 * Every error code with its condition, status and extra fields. Codes of
 * push relays are tested in `test-notification.test.ts`, those of accounts in
 * `credentials.test.ts`. https://zulip.com/api/rest-error-handling
 */

const t = withService({ uploads: { maxFileMib: 1, quotaMib: 1 } });
let member: AccountWithKey;
let other: AccountWithKey;
let channel: { id: number; name: string };
let hidden: { id: number; name: string };
let view: string;
let roles: Readonly<Record<'members' | 'nobody' | 'everyone', number>>;
let invites: Params;

beforeAll(async () => {
  [member, other] = [await t.addUser(), await t.addUser()];
  channel = await addChannel(t, {}, [member, other]);
  hidden = await addChannel(t, { invite_only: true }, [other]);
  roles = {
    members: await groupId(t, 'role:members'),
    nobody: await groupId(t, 'role:nobody'),
    everyone: await groupId(t, 'role:everyone'),
  };
  view = 'inbox';
  invites = { create_multiuse_invite_group: roles.members };
  for (const account of [t.owner, member]) {
    await t.call(account, 'POST', '/navigation_views', { fragment: view, is_pinned: true });
  }
});
afterEach(() => setRealm(t, {}));

/** The callers. A call can consist of several, the first of which sets up the condition. */
interface By {
  readonly ask: Ask;
  readonly asOwner: Ask;
}
type Row = readonly [
  condition: string,
  code: string,
  call: (by: By) => Promise<Reply>,
  fields?: () => Params,
  status?: number,
];

const bad = 'BAD_REQUEST';
const later = () => Math.floor(t.clock.now() / 1000) + 3600;
const draft = (values: Params) => ({ type: 'stream', to: [], topic: '', content: 'x', ...values });
const addDraft = ({ ask }: By, values: Params) =>
  ask('POST', '/drafts', { drafts: [draft(values)] });
const schedule = ({ ask }: By, values: Params) =>
  ask('POST', '/scheduled_messages', {
    type: 'channel',
    topic: 'x',
    content: 'x',
    scheduled_delivery_timestamp: later(),
    ...values,
  });
const invite = async ({ ask }: By, params: Params, settings: Params = invites) => {
  await setRealm(t, settings);
  return ask('POST', '/invites/multiuse', params);
};
const group = ({ ask }: By, values: Params) =>
  ask('POST', '/user_groups/create', { name: 'g', description: '', members: [], ...values });
const send = async ({ ask }: By, topic = 'plans') => {
  const given = { type: 'stream', to: channel.id, topic, content: 'x' };
  return (await ask('POST', '/messages', given)).body['id'] as number;
};
const picture = (name: string, bytes: BlobPart) => {
  const form = new FormData();
  form.append(name, new File([bytes], 'x.png'));
  return form;
};
const key = Buffer.alloc(32, 7).toString('base64');
const some: unknown = expect.anything();

const table: readonly Row[] = [
  [
    'a scheduled message to a person who does not exist',
    bad,
    (by) => schedule(by, { type: 'direct', to: [999_999] }),
  ],
  ['a member of a new group who does not exist', bad, (by) => group(by, { members: [999_999] })],
  ['a channel draft with no channel', bad, (by) => addDraft(by, {})],
  ['a channel draft with two', bad, (by) => addDraft(by, { to: [channel.id, channel.id] })],
  ['no permission to invite', bad, (by) => invite(by, {}, {})],
  [
    'a channel of an invitation that is missing',
    bad,
    (by) => invite(by, { stream_ids: [999_999] }),
  ],
  ['one that cannot be seen', bad, (by) => invite(by, { stream_ids: [hidden.id] })],
  [
    'a channel of an invitation without permission to subscribe others',
    bad,
    (by) =>
      invite(
        by,
        { stream_ids: [channel.id] },
        { ...invites, can_add_subscribers_group: roles.nobody },
      ),
  ],
  [
    'a built-in navigation view given a name',
    bad,
    ({ ask }) => ask('PATCH', `/navigation_views/${view}`, { name: 'Post' }),
  ],
  [
    'an empty title of a snippet',
    bad,
    ({ ask }) => ask('POST', '/saved_snippets', { title: ' ', content: 'x' }),
  ],
  [
    'an empty text of a snippet',
    bad,
    ({ ask }) => ask('POST', '/saved_snippets', { title: 'x', content: '' }),
  ],
  ['the status of an unknown person', bad, ({ ask }) => ask('GET', '/users/999999/status')],
  [
    'a scheduled message to a missing channel',
    'STREAM_DOES_NOT_EXIST',
    (by) => schedule(by, { to: 999_999 }),
    () => ({ stream_id: 999_999 }),
  ],
  [
    'a scheduled message to a channel that cannot be seen',
    'STREAM_DOES_NOT_EXIST',
    (by) => schedule(by, { to: hidden.id }),
    () => ({ stream_id: hidden.id }),
  ],
  [
    'a message to a channel by a name that is none',
    'STREAM_DOES_NOT_EXIST',
    ({ ask }) =>
      ask('POST', '/messages', { type: 'stream', to: '"nowhere"', topic: 'x', content: 'x' }),
    () => ({ stream: 'nowhere' }),
  ],
  [
    'leaving a channel by a name that is none',
    'STREAM_DOES_NOT_EXIST',
    ({ ask }) => ask('DELETE', '/users/me/subscriptions', { subscriptions: ['nowhere'] }),
    () => ({ stream: 'nowhere' }),
  ],
  [
    'a channel name in use',
    'CHANNEL_ALREADY_EXISTS',
    ({ ask }) => ask('POST', '/channels/create', { name: channel.name, subscribers: [] }),
    () => ({}),
    409,
  ],
  [
    'a push device where no relay is configured',
    'PUSH_SERVICE_NOT_CONFIGURED',
    ({ ask }) =>
      ask('POST', '/mobile_push/register', {
        token_kind: 'fcm',
        push_account_id: 1,
        push_public_key: key,
        bouncer_public_key: key,
        encrypted_push_registration: `${key.slice(0, 40)}${key}`,
      }),
  ],
  [
    'an unknown fragment of a navigation view',
    'NOT_FOUND',
    ({ ask }) => ask('PATCH', '/navigation_views/nowhere', { is_pinned: true }),
    () => ({}),
    404,
  ],
  [
    'a queue to delete that is unknown',
    'BAD_EVENT_QUEUE_ID',
    ({ ask }) => ask('DELETE', '/events', { queue_id: 'nowhere' }),
    () => ({ queue_id: 'nowhere' }),
  ],
  [
    'events of a queue that is unknown',
    'BAD_EVENT_QUEUE_ID',
    ({ ask }) => ask('GET', '/events', { queue_id: '', last_event_id: -1 }),
    () => ({ queue_id: '' }),
  ],
  [
    'a device token that the server does not know',
    'INVALID_PUSH_DEVICE_TOKEN',
    ({ ask }) => ask('POST', '/mobile_push/test_notification', { token: 'none' }),
  ],
  [
    'an anchor that is none',
    'REQUEST_VARIABLE_INVALID',
    ({ ask }) => ask('GET', '/messages', { anchor: 'soon', num_before: 1, num_after: 1 }),
    () => ({ var_name: 'anchor', bad_value: 'soon' }),
  ],
  [
    'an unknown narrow operator',
    'BAD_NARROW',
    ({ ask }) =>
      ask('GET', '/messages/matches_narrow', {
        msg_ids: [],
        narrow: [{ operator: 'smells', operand: 'x' }],
      }),
    () => ({ desc: some }),
  ],
  [
    'the only owner who wants to leave',
    'CANNOT_DEACTIVATE_LAST_USER',
    ({ asOwner }) => asOwner('DELETE', '/users/me'),
    () => ({ is_last_owner: true, entity: 'organization owner' }),
  ],
  [
    'a group in use that is to go',
    'CANNOT_DEACTIVATE_GROUP_IN_USE',
    async (by) => {
      const inner = (await group(by, { name: `in ${by.ask.name} ${later()}` })).body['group_id'];
      const name = `around ${String(inner)}`;
      const outer = (await group(by, { name, subgroups: [inner] })).body['group_id'];
      expect(outer).toBeTypeOf('number');
      return by.ask('POST', `/user_groups/${String(inner)}/deactivate`);
    },
    () => ({ objections: [{ type: 'subgroup', supergroup_ids: [expect.any(Number)] }] }),
  ],
  [
    'a setting that needs a system group',
    'SYSTEM_GROUP_REQUIRED',
    ({ asOwner }) =>
      asOwner('PATCH', '/realm', {
        can_access_all_users_group: { new: { direct_members: [1], direct_subgroups: [] } },
      }),
    () => ({ setting_name: 'can_access_all_users_group' }),
  ],
  [
    'a setting that was changed in the meantime',
    'EXPECTATION_MISMATCH',
    ({ asOwner }) =>
      asOwner('PATCH', '/realm', {
        can_create_groups: { new: roles.members, old: roles.nobody },
      }),
    () => ({ field_name: 'old' }),
  ],
  [
    'a message that was changed in the meantime',
    'EXPECTATION_MISMATCH',
    async (by) => {
      const given = { content: 'y', prev_content_sha256: 'f'.repeat(64) };
      return by.ask('PATCH', `/messages/${await send(by)}`, given);
    },
    () => ({ field_name: 'prev_content_sha256' }),
  ],
  [
    'a topic of which only some may be moved',
    'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
    async (by) => {
      const topic = `old ${await send(by)}`;
      const old = await send(by, topic);
      await t.store.db
        .update(messages)
        .set({ date_sent: sql`${messages.date_sent} - interval '8 days'` })
        .where(eq(messages.id, old));
      const move = { topic: 'elsewhere', propagate_mode: 'change_all' };
      return by.ask('PATCH', `/messages/${await send(by, topic)}`, move);
    },
    () => ({
      first_message_id_allowed_to_move: expect.any(Number) as number,
      total_messages_in_topic: 2,
      total_messages_allowed_to_move: 1,
    }),
  ],
  [
    'a reaction that is there',
    'REACTION_ALREADY_EXISTS',
    async (by) => {
      const path = `/messages/${await send(by)}/reactions`;
      await by.ask('POST', path, { emoji_name: 'tada' });
      return by.ask('POST', path, { emoji_name: 'tada' });
    },
  ],
  [
    'a reaction that is not there',
    'REACTION_DOES_NOT_EXIST',
    async (by) => by.ask('DELETE', `/messages/${await send(by)}/reactions`, { emoji_name: 'tada' }),
  ],
  [
    'addresses that cannot be invited',
    'INVITATION_FAILED',
    ({ asOwner }) => asOwner('POST', '/invites', { invitee_emails: 'nobody', stream_ids: [] }),
    () => ({
      errors: [['nobody', some, false]],
      sent_invitations: false,
      license_limit_reached: false,
      daily_limit_reached: false,
    }),
  ],
  [
    'a file for which the organization has no room',
    'REALM_UPLOAD_QUOTA',
    async ({ ask }) => {
      await t.store.db.insert(uploadSpace).values({ realm_id: 1, used: 1024 * 1024 });
      const reply = await ask('POST', '/user_uploads', picture('file', 'x'));
      await t.store.db.delete(uploadSpace);
      return reply;
    },
  ],
  [
    'a file that is no picture',
    'BAD_IMAGE',
    ({ ask }) => ask('POST', '/users/me/avatar', picture('file', 'no picture')),
  ],
  [
    'what only administrators may do',
    'UNAUTHORIZED_PRINCIPAL',
    ({ ask }) => ask('POST', '/realm/profile_fields', { name: 'x', field_type: 1 }),
  ],
];

describe.each(gatewayNames)('error codes through the %s', (gateway) => {
  let by: By;
  beforeAll(async () => {
    const [mine, owners] = [await openGateways(t, member), await openGateways(t, t.owner)];
    by = { ask: mine[gateway], asOwner: owners[gateway] };
  });

  it.each(
    table.map(
      ([condition, code, call, fields = () => ({}), status = 400]) =>
        [condition, code, call, fields, status] as const,
    ),
  )('%s: %s', async (_condition, code, call, fields, status) => {
    const reply = await call(by);
    const { msg, ...body } = reply.body;
    expect([reply.status, body]).toEqual([status, { result: 'error', code, ...fields() }]);
    expect(msg).toMatch(/\S/);
    expect(reply.headers.get('content-type')).toMatch(/^application\/json\b/);
  });

  it('are the same for what is hidden as for what doesn’t exist', async () => {
    const paths = (id: number): [string, string, Params][] => [
      ['GET', `/streams/${id}`, {}],
      ['GET', `/streams/${id}/members`, {}],
      ['GET', `/users/me/${id}/topics`, {}],
      ['PATCH', `/streams/${id}`, { description: 'x' }],
      ['DELETE', `/streams/${id}`, {}],
      ['POST', '/user_topics', { stream_id: id, topic: 'x', visibility_policy: 1 }],
      ['POST', '/drafts', { drafts: [draft({ to: [id] })] }],
    ];
    for (const [i, [method, path, params]] of paths(hidden.id).entries()) {
      const theirs = await by.ask(method, path, params);
      const [, gone, missing] = paths(999_999)[i]!;
      const none = await by.ask(method, gone, missing);
      expect([theirs.status, theirs.body], path).toEqual([400, none.body]);
      expect(theirs.body.code).toBe(bad);
    }
  });
});
