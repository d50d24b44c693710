import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRouter } from '$lib/api/operation-router';
import { operations, type AnyOperation } from '$lib/api/operations';
import {
  gatewayNames,
  type GatewayName,
  type Params,
} from '../../../../../tests/support/both-gateways';
import {
  ofChannel,
  ofContent,
  ofPerson,
  ofThing,
  withoutNames,
  type NamedCall,
  type NamedPerson,
  type NamedThing,
} from '../../../../../tests/support/hidden-calls';
import type { TestService } from '../../../../../tests/support/service';
import { roleNames, type VisibilityRole } from '../../../../../tests/support/visibility-model';
import {
  makeMeans,
  startVisibilityWorld,
  type VisibilityGateways,
  type VisibilityMeans,
  type VisibilityPeople,
} from '../../../../../tests/support/visibility-world';

/**
 * Requests for users or things that the caller can't see must get the same response as for missing
 * ones.
 */

let t: TestService;
let people: VisibilityPeople;
let gateways: VisibilityGateways;
let means: VisibilityMeans;

beforeAll(async () => {
  ({ t, people, gateways } = await startVisibilityWorld());
  // Ids that aren't part of other numbers in the replies.
  await t.store.db.execute(
    sql`select setval(oid::regclass, 7654321) from pg_class where relkind = 'S'`,
  );
  means = await makeMeans(t, people);
});
afterAll(() => t.service.close());

const addressOf = (id: number) => `user${id}@localhost:4100`;
const absent: NamedPerson = {
  id: 987_654,
  name: 'Zabsentq',
  emails: ['zabsentq@example.org', addressOf(987_654)],
};

/** Requests of this caller whose two responses differ. */
async function differences(
  [role, gateway]: readonly [VisibilityRole, GatewayName],
  calls: readonly NamedCall[],
  gone: readonly NamedCall[],
  [named, missing]: readonly [unknown, unknown],
): Promise<object[]> {
  const found: object[] = [];
  for (const [at, hidden] of calls.entries()) {
    const answered = withoutNames(await gateways[role][gateway](...hidden), named);
    const expected = withoutNames(await gateways[role][gateway](...gone[at]!), missing);
    if (answered !== expected) found.push({ call: hidden, answered, expected });
  }
  return found;
}

describe.each(gatewayNames)('through the %s', (gateway) => {
  it.each([
    ['somebody', {}],
    ['somebody whose address all may see', { settings: { email_address_visibility: 1 } }],
    ['somebody deactivated', { is_active: false }],
  ])('a guest can’t distinguish %s from an unknown user', async (_who, values) => {
    const full_name = 'Zhiddenq';
    const { user_id: id, email } = await t.addUser({ full_name, ...values });
    const person = { id, name: full_name, emails: [email, addressOf(id)] };
    const [calls, gone] = [ofPerson(person, means.guest), ofPerson(absent, means.guest)];
    expect(await differences(['guest', gateway], calls, gone, [person, absent])).toEqual([]);
  });

  it.each(roleNames)('%s: other people’s direct messages don’t exist', async (role) => {
    const { body } = await t.call(people.author, 'POST', '/messages', {
      type: 'direct',
      to: [people.author.user_id],
      content: 'zsecretq',
    });
    const nowhere = { id: 987_654, name: 'Zabsentq', word: 'zsecretq' };
    const named = { ...nowhere, message: body['id'] as number };
    const missing = { ...nowhere, message: 8_765_432 };
    const [calls, gone] = [ofContent(named, means[role]), ofContent(missing, means[role])];
    expect(await differences([role, gateway], calls, gone, [named, missing])).toEqual([]);
  });

  it.each(roleNames)('%s: things of other users don’t exist', async (role) => {
    const things = await thingsOf(people.author, role);
    const found: object[] = [];
    for (const [kind, { thing, nothing }] of Object.entries(things)) {
      const list: (named: NamedThing) => NamedCall[] = ofThing[kind as keyof typeof ofThing];
      const pair = [thing, nothing] as const;
      found.push(...(await differences([role, gateway], list(thing), list(nothing), pair)));
    }
    expect(found).toEqual([]);
  });
});

let invitees = 0;

/** One thing of each kind. Only administrators can see invitations. */
async function thingsOf(author: VisibilityPeople['author'], role: VisibilityRole) {
  const ask = async (path: string, params: Params) => {
    const { body } = await t.call(author, 'POST', path, params);
    expect(body.msg).toBe('');
    return body;
  };
  const id = (body: Params) => {
    const key = Object.keys(body).find((name) => /(^|_)ids?$/.test(name) && name !== 'queue_id')!;
    return [body[key]].flat()[0] as number;
  };
  const scheduled_delivery_timestamp = 4_000_000_000;
  const to = { type: 'direct', to: [author.user_id], content: 'x' };
  const message_id = id(await ask('/messages', to));
  const form = new FormData();
  form.set('f', new File(['x'], 'zfileq.txt'));
  await t.call(author, 'POST', '/user_uploads', form);
  const { body: listed } = await t.call(author, 'GET', '/attachments');
  const [attachment] = listed['attachments'] as { id: number }[];
  const { body: queue } = await t.call(author, 'POST', '/register', { fetch_event_types: [] });
  const invited = { invitee_emails: `z${++invitees}@example.org`, stream_ids: [] };
  const { body: invites } = await t.call(author, 'POST', '/invites', invited);
  expect(invites.msg).toBe('');
  const open = (await t.call(author, 'GET', '/invites')).body['invites'] as { id: number }[];
  const draft = { type: '', to: [], topic: '', content: 'x' };
  const numbers = {
    attachment: attachment!.id,
    draft: id(await ask('/drafts', { drafts: [draft] })),
    snippet: id(await ask('/saved_snippets', { title: 'x', content: 'x' })),
    scheduled: id(await ask('/scheduled_messages', { ...to, scheduled_delivery_timestamp })),
    reminder: id(await ask('/reminders', { message_id, scheduled_delivery_timestamp })),
    ...(role !== 'owner' && role !== 'administrator' && { invite: open.at(-1)!.id }),
  };
  return {
    ...Object.fromEntries(
      Object.entries(numbers).map(([kind, thing]) => [kind, { thing, nothing: 987_654 }]),
    ),
    queue: { thing: queue.queue_id, nothing: '00000000-0000-4000-8000-000000000000' },
  };
}

it('covers every parameter that can refer to users or things', () => {
  const route = createRouter<AnyOperation>(Object.values(operations));
  const channel = { id: 1, name: 'a', message: 1, word: 'a' };
  const callNames = [
    ...ofChannel(channel, 1),
    ...ofContent(channel, means.member),
    ...ofPerson(absent, means.member),
    ...Object.values(ofThing).flatMap((list: (thing: NamedThing) => NamedCall[]) => list(1)),
  ].flatMap(([method, path, params]) => {
    const match = route(method, path);
    if (match.kind !== 'found') throw new Error(`unknown: ${method} ${path}`);
    const given = [...Object.keys(match.values), ...Object.keys(params ?? {})];
    return given.map((name) => `${match.operation.id} ${name}`);
  });
  const all = Object.values(operations).flatMap(({ id, params }) =>
    Object.keys(params).flatMap((name) => (naming.test(name) ? [`${id} ${name}`] : [])),
  );
  const missing = all.filter((each) => !callNames.includes(each) && !openToAll.includes(each));
  expect(missing).toEqual([]);
  expect(openToAll.filter((each) => !all.includes(each) || callNames.includes(each))).toEqual([]);
});

/** Names of parameters that refer to channels, messages, users or things they own. */
const naming =
  /(^|_)ids?$|_id_or_email$|^(to|messages|principals|subscribers|members|stream|subscriptions|subscription_data|narrow|filename|email|drafts|draft)$/;

/** Parameters that can't reveal anything to callers allowed to use them. */
const openToAll: readonly string[] = [
  // Everyone can see the organization's folders, groups, bots and lists.
  'createChannel folder_id',
  'subscribe folder_id',
  'updateStream folder_id',
  'sendInvites group_ids',
  'createInviteLink group_ids',
  'deactivateUserGroup user_group_id',
  'getUserGroupMembers user_group_id',
  'getUserGroupSubgroups user_group_id',
  'updateUserGroupSubgroups user_group_id',
  'regenerateBotApiKey bot_id',
  'updateBot bot_owner_id',
  // Administrators see all of it.
  'updateChannelFolder channel_folder_id',
  'getAuditLog group_id',
  'createUser email',
  'deleteRealmExport export_id',
  'reorderLinkifiers ordered_linkifier_ids',
  'updateLinkifier filter_id',
  'removeLinkifier filter_id',
  'removeCodePlayground playground_id',
  'updateCustomProfileField field_id',
  'deleteCustomProfileField field_id',
  'updateRealm new_stream_announcements_stream_id',
  'updateRealm signup_announcements_stream_id',
  'updateRealm zulip_update_announcements_stream_id',
  // A taken address has to be refused.
  'joinByInvite email',
  'mailJoinLink email',
  'updateSettings email',
  // A position in the log, and numbers that a device chose at random.
  'updatePresence last_update_id',
  'registerPushDevice push_account_id',
  'e2eeTestNotify push_account_id',
  // File names are random. A caller who knows one may learn that they have no access.
  'getFileTemporaryUrl filename',
];
