import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  gatewayNames,
  openGateways,
  type Ask,
  type Params,
} from '../../../../../tests/support/both-gateways';
import { addSpecifiedWorld, type SpecifiedWorld } from '../../../../../tests/support/specified';

/** The feature level, deprecated parts, and removed ones. */

let world: SpecifiedWorld;
let gateways: Awaited<ReturnType<typeof openGateways>>;
beforeAll(async () => {
  world = await addSpecifiedWorld();
  gateways = await openGateways(world.t, world.me);
});
afterAll(() => world.close());

const aFile = () => {
  const form = new FormData();
  form.append('file', new File(['x'], 'x.txt'));
  return form;
};
const later = () => Math.floor(world.t.clock.now() / 1000) + 3600;
const streams = ({ streams: all }: Params) => (all as Params[])[0]!;

type Served = readonly [
  what: string,
  call: () => readonly [method: string, path: string, params?: Params | FormData],
  check?: (body: Params) => void,
];

/** Deprecated parts that still work; where a new name exists, both give the same result. */
const served: readonly Served[] = [
  [
    'include_all_active, which is include_all',
    () => ['GET', '/streams', { include_public: false, include_all_active: true }],
    ({ streams: all }) => expect(all).not.toEqual([]),
  ],
  [
    'stream_post_policy',
    () => ['GET', '/streams'],
    (body) => expect(streams(body)['stream_post_policy']).toBe(1),
  ],
  [
    'is_announcement_only',
    () => ['GET', '/streams'],
    (body) => expect(streams(body)['is_announcement_only']).toBe(false),
  ],
  [
    'uri of an upload, which is its url',
    () => ['POST', '/user_uploads', aFile()],
    ({ uri, url }) => expect(uri).toBe(url),
  ],
  [
    'max_message_id',
    () => ['GET', '/users/me'],
    ({ max_message_id }) => expect(max_message_id).toBeTypeOf('number'),
  ],
  ['away of a status', () => ['POST', '/users/me/status', { away: true }]],
  [
    'away in a status',
    () => ['GET', `/users/${world.me.user_id}/status`],
    ({ status }) => expect(status).toEqual({ away: true }),
  ],
  ['away taken back', () => ['POST', '/users/me/status', { away: false }]],
  [
    'muting a topic',
    () => [
      'PATCH',
      '/users/me/subscriptions/muted_topics',
      { stream_id: world.stream_id, topic: 'x', op: 'add' },
    ],
  ],
  ['the alias of display settings', () => ['PATCH', '/settings/display', { color_scheme: 2 }]],
  [
    'the alias of notification settings',
    () => ['PATCH', '/settings/notifications', { enable_sounds: false }],
  ],
  ['the older test notification', () => ['POST', '/mobile_push/test_notification']],
];

const draft = { type: 'direct', content: 'x' };
const play = { name: 'old', pygments_language: 'Python' };

/** Removed parameters: listed as ignored, or the missing replacement is reported. */
const gone: readonly [what: string, call: () => [string, string, Params], told: Params][] = [
  ['dense_mode', () => ['PATCH', '/settings', { dense_mode: true }], ignored('dense_mode')],
  [
    'scheduled_message_id on creation',
    () => [
      'POST',
      '/scheduled_messages',
      {
        ...draft,
        to: [world.me.user_id],
        scheduled_message_id: 1,
        scheduled_delivery_timestamp: later(),
      },
    ],
    ignored('scheduled_message_id'),
  ],
  [
    'invite_expires_in_days',
    () => ['POST', '/invites/multiuse', { invite_expires_in_days: 1 }],
    ignored('invite_expires_in_days'),
  ],
  [
    'url_prefix of playgrounds',
    () => ['POST', '/realm/playgrounds', { ...play, url_prefix: 'https://example.org/' }],
    { code: 'REQUEST_VARIABLE_MISSING', var_name: 'url_template' },
  ],
  [
    'url_format_string of a new linkifier',
    () => ['POST', '/realm/filters', { pattern: 'a', url_format_string: 'https://example.org/' }],
    { code: 'REQUEST_VARIABLE_MISSING', var_name: 'url_template' },
  ],
  [
    'url_format_string of a linkifier',
    () => [
      'PATCH',
      `/realm/filters/${world.filter_id}`,
      { pattern: 'a', url_format_string: 'https://example.org/' },
    ],
    { code: 'REQUEST_VARIABLE_MISSING', var_name: 'url_template' },
  ],
];

function ignored(...names: string[]): Params {
  return { result: 'success', ignored_parameters_unsupported: names };
}

describe.each(gatewayNames)('API versions through the %s', (gateway) => {
  const ask: Ask = (...call) => gateways[gateway](...call);

  it('have a numeric feature level, the same before and after signing in', async () => {
    const { body } = await ask('GET', '/server_settings');
    const level = { zulip_feature_level: 420, zulip_version: expect.stringMatching(/^11\.0/) };
    expect(body).toMatchObject(level);
    const { zulip_version, zulip_feature_level, zulip_merge_base } = body;
    expect((await ask('POST', '/register', { event_types: [] })).body).toMatchObject({
      zulip_version,
      zulip_feature_level,
      zulip_merge_base,
    });
  });

  it('return everything that clients read before signing in', async () => {
    const nobody = (await openGateways(world.t, null))[gateway];
    const { body } = await nobody('GET', '/server_settings');
    expect(body).toMatchObject({
      result: 'success',
      msg: '',
      zulip_version: expect.any(String),
      zulip_feature_level: 420,
      zulip_merge_base: expect.any(String),
      authentication_methods: { password: true, email: true, dev: false },
      external_authentication_methods: [],
      push_notifications_enabled: true,
      is_incompatible: false,
      email_auth_enabled: true,
      realm_name: 'Test organization',
      require_email_format_usernames: true,
      realm_web_public_access_enabled: false,
      realm_url: 'http://localhost:4100',
      realm_uri: 'http://localhost:4100',
      realm_icon: expect.any(String),
      realm_description: expect.any(String),
    });
  });

  it.each(served.map(([what, call, check = () => undefined]) => [what, call, check] as const))(
    '%s is still served',
    async (_what, call, check) => {
      const { status, body } = await ask(...call());
      expect([status, body['ignored_parameters_unsupported']]).toEqual([200, undefined]);
      check(body);
    },
  );

  it.each(gone)('no longer include %s', async (_what, call, expected) => {
    expect((await ask(...call())).body).toMatchObject(expected);
  });

  it('return is_billing_admin for no one', async () => {
    const replies = [
      await ask('GET', '/users/me'),
      await ask('GET', '/users'),
      await ask('GET', `/users/${world.me.user_id}`),
      await ask('POST', '/register', { fetch_event_types: ['realm_user'] }),
    ];
    for (const { body } of replies) expect(JSON.stringify(body)).not.toContain('billing_admin');
  });
});

it.each(['/users/me', '/api/users/me', '/api/v2/users/me', '/API/v1/users/me', '/api/v1users/me'])(
  'have no operation outside /api/v1: %s',
  async (path) => {
    const request = new Request(`http://localhost${path}`);
    const response = await world.t.service.handle(request, { address: '192.0.2.1' });
    expect(response.status).toBe(404);
  },
);
