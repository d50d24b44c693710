import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { realms } from '$lib/server/service/db/schema/realms';
import { users } from '$lib/server/service/db/schema/users';
import type { AccountWithKey } from '$lib/server/service/service';
import {
  gatewayNames,
  openGateways,
  type Ask,
  type Params,
} from '../../../../../tests/support/both-gateways';
import { basic, startTestService, type TestService } from '../../../../../tests/support/service';
import {
  addSpecifiedWorld,
  specified,
  type SpecifiedWorld,
} from '../../../../../tests/support/specified';

/**
 * Who can call what, and the errors others get.
 * https://zulip.com/api/http-headers, https://zulip.com/api/rest-error-handling
 */

let world: SpecifiedWorld;
let t: TestService;
const people = {} as Record<
  'administrator' | 'moderator' | 'member' | 'guest' | 'bot',
  AccountWithKey
>;

beforeAll(async () => {
  world = await addSpecifiedWorld();
  ({ t } = world);
  people.administrator = await t.addUser({ role: 200 });
  people.moderator = await t.addUser({ role: 300 });
  people.member = await t.addUser();
  people.guest = await t.addUser({ role: 600 });
  people.bot = await t.addUser({
    is_bot: true,
    bot_type: 1,
    bot_owner_id: people.member.user_id,
  });
});
afterAll(() => world.close());
afterEach(() => t.store.db.update(realms).set({ is_active: true }));

const unauthorized = { status: 401, body: { result: 'error', code: 'UNAUTHORIZED' } };
const refused = (code: string) => ({ status: 400, body: { result: 'error', code } });
const saying = (msg: string) => ({ status: 400, body: { result: 'error', msg } });
const noBots = 'This endpoint does not accept bot requests.';
const noGuests = 'Not allowed for guest users';

/** Not available to guests and bots. */
const ofMembers = [
  'POST /user_groups/create',
  'GET /user_groups',
  'PATCH /user_groups/1',
  'POST /user_groups/1/deactivate',
  'GET /user_groups/1/members',
  'GET /user_groups/1/members/1',
  'GET /user_groups/1/subgroups',
  'POST /user_groups/1/subgroups',
  'DELETE /bots/1',
];

describe('the key gateway', () => {
  const ask = (account: Pick<AccountWithKey, 'email' | 'api_key'> | null) => {
    const headers = account ? { authorization: basic(account) } : undefined;
    const request = new Request('http://localhost/api/v1/users/me', { headers });
    return t.service.handle(request, { address: '192.0.2.1' });
  };

  it.each<[rule: string, who: () => Pick<AccountWithKey, 'email' | 'api_key'>]>([
    ['a person’s e-mail and key', () => people.member],
    ['a bot’s e-mail and key', () => people.bot],
    ['the e-mail in capitals', () => of({ email: people.member.email.toUpperCase() })],
    ['white space around the key', () => of({ api_key: ` ${people.member.api_key}\n` })],
  ])('takes %s', async (_rule, who) => {
    expect((await ask(who())).status).toBe(200);
  });

  it.each<[rule: string, who: () => Pick<AccountWithKey, 'email' | 'api_key'> | null]>([
    ['nothing', () => null],
    ['an unknown e-mail', () => of({ email: 'nobody@example.org' })],
    ['no e-mail', () => of({ email: '' })],
    ['the key of another', () => of({ api_key: people.bot.api_key })],
    ['the key in other letters', () => of({ api_key: swapped(people.member.api_key) })],
    ['a key that is too short', () => of({ api_key: people.member.api_key.slice(1) })],
    ['a key with other signs', () => of({ api_key: `${people.member.api_key.slice(1)}:` })],
    ['no key', () => of({ api_key: '' })],
  ])('refuses %s', async (_rule, who) => {
    const response = await ask(who());
    expect(response.headers.get('www-authenticate')).toBe('Basic realm="zulip"');
    expect({ status: response.status, body: await response.json() }).toMatchObject(unauthorized);
  });

  function of(values: Partial<AccountWithKey>) {
    return { ...people.member, ...values };
  }
  function swapped(key: string) {
    return [...key]
      .map((c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()))
      .join('');
  }
});

describe.each(gatewayNames)('through the %s', (gateway) => {
  const opened = new Map<AccountWithKey | null, Ask>();
  const as = async (account: AccountWithKey | null): Promise<Ask> => {
    const ask = opened.get(account) ?? (await openGateways(t, account))[gateway];
    opened.set(account, ask);
    return ask;
  };

  it.each(specified.map((one) => [one.operation, one] as const))(
    '%s requires an account',
    async (_name, { method, path, params }) => {
      const nobody = await as(null);
      expect(await nobody(method, path(world), await params(world))).toMatchObject(unauthorized);
    },
  );

  it('a deactivated account gets an authentication error', async () => {
    const gone = await t.addUser();
    const ask = await as(gone);
    const set = (is_active: boolean) =>
      t.store.db.update(users).set({ is_active }).where(eq(users.id, gone.user_id));
    expect((await ask('GET', '/users/me')).status).toBe(200);
    await set(false);
    expect(await ask('GET', '/users/me')).toMatchObject(unauthorized);
  });

  it('everyone in a deactivated organization gets an error', async () => {
    const ask = await as(people.member);
    await t.store.db.update(realms).set({ is_active: false });
    expect(await ask('GET', '/users/me')).toMatchObject(unauthorized);
    expect(await ask('PATCH', '/settings', { enter_sends: true })).toMatchObject(unauthorized);
  });

  it('a bot for incoming webhooks gets an error, except when sending', async () => {
    const ask = await as(await t.addUser({ is_bot: true, bot_type: 2 }));
    expect(await ask('GET', '/users/me')).toMatchObject(unauthorized);
    expect(await ask('GET', '/drafts')).toMatchObject(unauthorized);
    const message = { type: 'direct', to: [people.member.user_id], content: 'x' };
    expect((await ask('POST', '/messages', message)).status).toBe(200);
  });

  it.each([
    'POST /realm/profile_fields',
    'PATCH /realm/profile_fields',
    'PATCH /realm/profile_fields/1',
    'DELETE /realm/profile_fields/1',
    'POST /realm/filters',
    'PATCH /realm/filters/1',
    'DELETE /realm/filters/1',
    'PATCH /realm/linkifiers',
    'POST /realm/playgrounds',
    'DELETE /realm/playgrounds/1',
    'POST /default_streams',
    'DELETE /default_streams',
    'POST /channel_folders/create',
    'PATCH /channel_folders',
    'PATCH /channel_folders/1',
    'PATCH /realm',
    'PATCH /realm/user_settings_defaults',
    'POST /users',
    'POST /users/1/status',
    'POST /realm/domains',
    'DELETE /realm/icon',
    'POST /export/realm',
    'GET /export/realm',
    'GET /export/realm/consents',
    'DELETE /export/realm/1',
    'GET /audit_log',
    'GET /invites/1/link',
    'PATCH /realm/domains/example.org',
    'DELETE /realm/logo',
    'POST /realm/test_welcome_bot_custom_message',
  ])('%s requires an administrator', async (where) => {
    const [method = '', path = ''] = where.split(' ');
    for (const who of ['moderator', 'member', 'guest', 'bot'] as const) {
      const reply = await (await as(people[who]))(method, path);
      expect([who, reply]).toMatchObject([who, refused('UNAUTHORIZED_PRINCIPAL')]);
    }
    const { body } = await (await as(people.administrator))(method, path);
    expect(body.code).not.toBe('UNAUTHORIZED_PRINCIPAL');
  });

  it.each(['PATCH', 'DELETE', 'POST'])(
    'only administrators can change other accounts: %s',
    async (method) => {
      const path = `/users/${world.me.user_id}${method === 'POST' ? '/reactivate' : ''}`;
      for (const who of ['moderator', 'member', 'guest'] as const) {
        const reply = await (await as(people[who]))(method, path, { full_name: 'Somebody else' });
        expect([who, reply]).toMatchObject([who, refused('BAD_REQUEST')]);
      }
    },
  );

  it.each([
    'PATCH /settings',
    'POST /users/me/status',
    'POST /users/me/presence',
    'POST /mobile_push/register',
    'POST /mobile_push/test_notification',
    'POST /mobile_push/e2ee/test_notification',
    'POST /users/me/apns_device_token',
    'POST /users/me/android_gcm_reg_id',
    'PATCH /users/me/profile_data',
    'DELETE /users/me/profile_data',
    'GET /mobile_push/relay',
    'DELETE /users/me/avatar',
    'DELETE /users/me/apns_device_token',
    'DELETE /users/me',
    'DELETE /users/me/android_gcm_reg_id',
    'POST /user_groups/1/members',
    ...ofMembers,
  ])('%s is refused to bots', async (where) => {
    const [method = '', path = ''] = where.split(' ');
    expect(await (await as(people.bot))(method, path)).toMatchObject(saying(noBots));
    const { body } = await (await as(await t.addUser()))(method, path);
    expect(body.msg).not.toBe(noBots);
  });

  it.each([
    'GET /invites',
    'POST /invites',
    'POST /invites/multiuse',
    'POST /invites/1/resend',
    'DELETE /invites/1',
    'DELETE /invites/multiuse/1',
    ...ofMembers,
  ])('%s is refused to guests', async (where) => {
    const [method = '', path = ''] = where.split(' ');
    expect(await (await as(people.guest))(method, path)).toMatchObject(saying(noGuests));
    const { body } = await (await as(people.member))(method, path);
    expect(body.msg).not.toBe(noGuests);
  });

  const draft = { type: '', to: [], topic: '', content: 'x' };
  const later = () => Math.floor(t.clock.now() / 1000) + 3600;
  type Make = (ask: Ask) => Promise<unknown>;
  const owned: readonly [what: string, make: Make, calls: (id: unknown) => Owned[]][] = [
    [
      'a draft',
      async (ask) => ((await ask('POST', '/drafts', { drafts: [draft] })).body['ids'] as [1])[0],
      (id) => [
        [`PATCH /drafts/${String(id)}`, { draft }],
        [`DELETE /drafts/${String(id)}`, {}],
      ],
    ],
    [
      'a snippet',
      async (ask) => {
        const given = { title: 'x', content: 'x' };
        return (await ask('POST', '/saved_snippets', given)).body['saved_snippet_id'];
      },
      (id) => [
        [`PATCH /saved_snippets/${String(id)}`, { title: 'y' }],
        [`DELETE /saved_snippets/${String(id)}`, {}],
      ],
    ],
    [
      'a scheduled message',
      async (ask) => {
        const given = { type: 'direct', to: [world.me.user_id], content: 'x' };
        const at = { scheduled_delivery_timestamp: later() };
        const { body } = await ask('POST', '/scheduled_messages', { ...given, ...at });
        return body['scheduled_message_id'];
      },
      (id) => [
        [`PATCH /scheduled_messages/${String(id)}`, { content: 'y' }],
        [`DELETE /scheduled_messages/${String(id)}`, {}],
      ],
    ],
    [
      'a reminder',
      async (ask) => {
        const { body } = await ask('POST', '/messages', {
          type: 'direct',
          to: [world.me.user_id],
          content: 'x',
        });
        const at = { scheduled_delivery_timestamp: later() };
        return (await ask('POST', '/reminders', { message_id: body['id'], ...at })).body[
          'reminder_id'
        ];
      },
      (id) => [[`DELETE /reminders/${String(id)}`, {}]],
    ],
    [
      'a custom emoji',
      async () => 'no_such_emoji',
      (id) => [[`DELETE /realm/emoji/${String(id)}`, {}]],
    ],
    [
      'a navigation view',
      async () => 'feed',
      (id) => [[`DELETE /navigation_views/${String(id)}`, {}]],
    ],
  ];

  it.each(owned)('%s answers 404 both for another user’s and for a missing one', async (...row) => {
    const [, make, calls] = row;
    const id = await make(await as(people.member));
    expect(id).toBeTruthy();
    const other = await as(people.moderator);
    const missing = calls(typeof id === 'number' ? 999_999 : id);
    for (const [i, [where, params]] of calls(id).entries()) {
      const [method = '', path = ''] = where.split(' ');
      const theirs = await other(method, path, params);
      expect(theirs).toMatchObject({
        status: 404,
        body: { result: 'error', code: 'BAD_REQUEST' },
      });
      const [none] = missing[i]!;
      expect((await other(method, none.split(' ')[1]!, params)).body).toEqual(theirs.body);
    }
  });
});

type Owned = readonly [where: string, params: Params];

/**
 * Uploads and calls that return a key: the session gateway words them differently or lacks them.
 */
it.each([
  ['POST /realm/icon', ['member', 'bot'], 'Must be an organization administrator'],
  ['POST /realm/logo', ['member', 'bot'], 'Must be an organization administrator'],
  ['POST /users/me/avatar', ['bot'], noBots],
  ['POST /users/me/api_key/regenerate', ['bot'], noBots],
  ...['GET /bots', 'POST /bots', 'PATCH /bots/1', 'POST /bots/1/api_key/regenerate'].flatMap(
    (where) => [[where, ['bot'], noBots] as const, [where, ['guest'], noGuests] as const],
  ),
] as const)('%s is not available to everyone: %s', async (where, refusedTo, msg) => {
  const [method = '', path = ''] = where.split(' ');
  for (const who of refusedTo) {
    expect(await t.call(people[who], method, path)).toMatchObject(saying(msg));
  }
});

describe.each(gatewayNames)('too many calls through the %s', (gateway) => {
  it('are refused with the time to retry, and every reply contains the remaining number', async () => {
    const limited = await startTestService({ rateLimits: { perUser: 3, perAddress: 100 } });
    const ask = (await openGateways(limited, limited.owner))[gateway];
    const replies = [];
    for (let i = 0; i < 4; i += 1) replies.push(await ask('GET', '/users/me', { zeta: 1 }));
    const left = replies.map(({ headers }) => headers.get('x-ratelimit-remaining'));
    expect(left).toEqual(['2', '1', '0', '0']);
    for (const { headers } of replies) {
      expect(headers.get('x-ratelimit-limit')).toBe('3');
      expect(Number(headers.get('x-ratelimit-reset'))).toBeGreaterThan(limited.clock.now() / 1000);
    }
    const { status, headers, body } = replies[3]!;
    expect([status, Object.keys(body).toSorted()]).toEqual([
      429,
      ['code', 'msg', 'result', 'retry-after'],
    ]);
    expect(body.code).toBe('RATE_LIMIT_HIT');
    expect(headers.get('retry-after')).toBe(String(body['retry-after']));
    const other = (await openGateways(limited, await limited.addUser()))[gateway];
    expect((await other('GET', '/users/me')).status).toBe(200);
    await limited.service.close();
  });
});
