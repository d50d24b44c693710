import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  gatewayNames,
  openGateways,
  type Ask,
  type Params,
} from '../../../../../tests/support/both-gateways';
import { addChannel, openQueue } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import type { AccountWithKey } from '$lib/server/service/service';

/** Every rule of `muteTopic`, through both gateways. */

const t = withService();
let me: AccountWithKey;
let other: AccountWithKey;
let gateways: Awaited<ReturnType<typeof openGateways>>;
let open: { id: number; name: string };

beforeAll(async () => {
  me = await t.addUser();
  other = await t.addUser();
  gateways = await openGateways(t, me);
});
beforeEach(async () => {
  open = await addChannel(t, {}, [me]);
});

/** Evaluated once the channel exists. */
type Made = () => Params;

const byId: Made = () => ({ stream_id: open.id });
const byName: Made = () => ({ stream: open.name });
const named =
  (name: (given: string) => string): Made =>
  () => ({ stream: name(open.name) });

/** Parameters that are accepted, and the name of the muted topic as it is returned. */
const muted: readonly [rule: string, given: Made, topic: string][] = [
  ['a channel by id', byId, 'plans'],
  ['a channel by name', byName, 'plans'],
  ['a channel by name in another case', named((name) => name.toUpperCase()), 'plans'],
  ['a channel by name with white space around', named((name) => ` ${name} `), 'plans'],
  ['a topic without any message', byId, 'plans'],
  ['a topic of maximum length', () => ({ ...byId(), topic: '🐧'.repeat(60) }), '🐧'.repeat(60)],
  ['white space around a topic', () => ({ ...byId(), topic: '  plans ' }), 'plans'],
  ['the empty topic', () => ({ ...byId(), topic: '' }), ''],
  ['the empty topic by its name', () => ({ ...byId(), topic: 'general chat' }), ''],
  ['the empty topic as "(no topic)"', () => ({ ...byId(), topic: '(no topic)' }), ''],
];

/** Refused with 400 and these fields in addition to `result` and `msg`. */
const refused: readonly [rule: string, given: Made, error: Params][] = [
  ['neither stream_id nor stream', () => ({}), bad()],
  ['both stream_id and stream', () => ({ ...byId(), ...byName() }), bad()],
  ['both, where one is wrong', () => ({ ...byId(), stream: 'no such channel' }), bad()],
  ['no topic', () => ({ ...byId(), topic: undefined }), missing('topic')],
  ['no op', () => ({ ...byId(), op: undefined }), missing('op')],
  ['an op that is none', () => ({ ...byId(), op: 'mute' }), bad()],
  ['an op in capitals', () => ({ ...byId(), op: 'ADD' }), bad()],
  ['an op in JSON', () => ({ ...byId(), op: '"add"' }), bad()],
  ['an empty op', () => ({ ...byId(), op: '' }), bad()],
  ['a topic beyond max_topic_length', () => ({ ...byId(), topic: '🐧'.repeat(61) }), bad()],
  ['a topic with a null byte', () => ({ ...byId(), topic: 'a\0b' }), bad()],
  ['a channel that is not there', () => ({ stream_id: 999_999 }), bad()],
  ['a channel that cannot be there', () => ({ stream_id: 9e12 }), bad()],
  ['a name that is none', () => ({ stream: 'no such channel' }), bad()],
  ['stream_id as text in JSON', () => ({ stream_id: `"${open.id}"` }), bad()],
  ['stream_id as a fraction', () => ({ stream_id: `${open.id}.0` }), bad()],
  ['stream_id as a list', () => ({ stream_id: [open.id] }), bad()],
];

function bad(): Params {
  return { code: 'BAD_REQUEST' };
}
function missing(var_name: string): Params {
  return { code: 'REQUEST_VARIABLE_MISSING', var_name };
}

describe.each(gatewayNames)('muting a topic through the %s', (gateway) => {
  let ask: Ask;
  beforeAll(() => {
    ask = gateways[gateway];
  });

  const mute = (params: Params) => {
    const all: Params = { topic: 'plans', op: 'add', ...params };
    const given = Object.fromEntries(
      Object.entries(all).filter(([, value]) => value !== undefined),
    );
    return ask('PATCH', '/users/me/subscriptions/muted_topics', given);
  };
  const topics = async () => {
    const { body } = await ask('POST', '/register', {
      fetch_event_types: ['user_topic'],
      client_capabilities: { notification_settings_null: true, empty_topic_name: true },
    });
    return (body['user_topics'] as { stream_id: number }[]).filter(
      ({ stream_id }) => stream_id === open.id,
    );
  };
  const policy = (topic_name: string, visibility_policy: number) => ({
    stream_id: open.id,
    topic_name,
    visibility_policy,
    last_updated: Math.floor(t.clock.now() / 1000),
  });

  it.each(muted)('accepts %s', async (_rule, given, topic) => {
    expect((await mute(given())).body).toEqual({ result: 'success', msg: '' });
    expect(await topics()).toEqual([policy(topic, 1)]);
    expect((await mute({ ...given(), op: 'remove' })).body).toEqual({ result: 'success', msg: '' });
    expect(await topics()).toEqual([]);
  });

  it.each(refused)('refuses %s', async (_rule, given, error) => {
    const { status, body } = await mute(given());
    expect([status, body]).toEqual([400, { result: 'error', msg: body.msg, ...error }]);
    expect(body.msg).not.toBe('');
    expect(await topics()).toEqual([]);
  });

  it('succeeds if nothing changes, and sends an event only for a change', async () => {
    const queue = await openQueue(t, me, { event_types: ['user_topic'] });
    const steps = ['remove', 'add', 'add', 'remove', 'remove'];
    for (const op of steps) expect((await mute({ ...byId(), op })).status).toBe(200);
    const event = { type: 'user_topic' };
    expect(await queue.events()).toEqual([
      { ...event, ...policy('plans', 1) },
      { ...event, ...policy('plans', 0) },
    ]);
  });

  it('ignores case in the topic', async () => {
    await mute(byId());
    await mute({ ...byName(), topic: 'PLANS' });
    expect(await topics()).toEqual([policy('plans', 1)]);
    await mute({ ...byName(), topic: 'Plans', op: 'remove' });
    expect(await topics()).toEqual([]);
  });

  it('replaces the topic’s previous policy, and so does unmuting', async () => {
    for (const visibility_policy of [2, 3]) {
      await ask('POST', '/user_topics', { stream_id: open.id, topic: 'plans', visibility_policy });
      await mute(byId());
      expect(await topics()).toEqual([policy('plans', 1)]);
      await ask('POST', '/user_topics', { stream_id: open.id, topic: 'plans', visibility_policy });
      await mute({ ...byId(), op: 'remove' });
      expect(await topics()).toEqual([]);
    }
  });

  it('requires access to the channel but no subscription', async () => {
    const unjoined = await addChannel(t);
    expect((await mute({ stream_id: unjoined.id })).status).toBe(200);
    const hidden = await addChannel(t, { invite_only: true }, [other]);
    const replies = [
      await mute({ stream_id: hidden.id }),
      await mute({ stream_id: 999_999 }),
      await mute({ stream: hidden.name }),
      await mute({ stream: hidden.name, op: 'remove' }),
      await mute({ stream: 'no such channel' }),
    ];
    const answers = new Set(replies.map(({ status, body }) => JSON.stringify([status, body])));
    expect(answers.size).toBe(1);
    expect(replies[0]!.body).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('allows unmuting in a channel that the user has left', async () => {
    const closed = await addChannel(t, { invite_only: true }, [me]);
    await mute({ stream_id: closed.id });
    const leaving = { subscriptions: [closed.name] };
    expect((await ask('DELETE', '/users/me/subscriptions', leaving)).status).toBe(200);
    expect((await mute({ stream_id: closed.id })).status).toBe(400);
    expect((await mute({ stream_id: closed.id, op: 'remove' })).status).toBe(200);
  });

  it('sends older clients all muted topics, and others none', async () => {
    const event_types = ['muted_topics'];
    const [mine, theirs] = [
      await openQueue(t, me, { event_types }),
      await openQueue(t, other, { event_types }),
    ];
    await mute(byId());
    const all = (await mine.events()).at(-1)!['muted_topics'] as unknown[];
    expect(all).toContainEqual([open.name, 'plans', Math.floor(t.clock.now() / 1000)]);
    expect(await theirs.events()).toEqual([]);
  });

  it('lists unknown parameters', async () => {
    const { body } = await mute({ ...byId(), visibility_policy: 1 });
    expect(body['ignored_parameters_unsupported']).toEqual(['visibility_policy']);
  });
});
