import { beforeAll, describe, expect, it } from 'vitest';
import { openQueue } from '../../../../../tests/support/channels';
import {
  gatewayNames,
  openGateways,
  type Ask,
  type Params,
} from '../../../../../tests/support/both-gateways';
import {
  addSchedulingWorld,
  type SchedulingWorld,
} from '../../../../../tests/support/scheduling-world';
import { withService } from '../../../../../tests/support/with-service';

/** Every rule of `createScheduledMessage`, through both gateways. */

const t = withService();
let world: SchedulingWorld;
let gateways: Awaited<ReturnType<typeof openGateways>>;
let later: number;

beforeAll(async () => {
  world = await addSchedulingWorld(t);
  gateways = await openGateways(t, world.me);
  later = t.clock.now() / 1000 + 3600;
});

type Listed = Params & { scheduled_message_id: number };
/** Evaluated once the organization exists. */
type Made = () => Params;

const long = 'é'.repeat(10_001);
const cut = `${'é'.repeat(10_000 - '\n[message truncated]'.length)}\n[message truncated]`;
const people = (to: unknown, more: Params = {}): Params => ({ type: 'direct', to, ...more });
const inChannel = (name: keyof SchedulingWorld['channels'], more: Params = {}): Params => ({
  to: world.channels[name],
  ...more,
});

const accepted: readonly [rule: string, given: Made, kept: Made][] = [
  [
    'type "channel"',
    () => ({ type: 'channel' }),
    () => ({ type: 'stream', to: world.channels.open }),
  ],
  [
    'type "stream"',
    () => ({ type: 'stream' }),
    () => ({ type: 'stream', to: world.channels.open }),
  ],
  [
    'type "direct"',
    () => people([world.other.user_id]),
    () => ({ type: 'private', to: [world.other.user_id] }),
  ],
  [
    'type "private"',
    () => ({ type: 'private', to: [world.other.user_id] }),
    () => ({ type: 'private', to: [world.other.user_id] }),
  ],
  [
    'a channel as JSON text',
    () => ({ to: ` ${world.channels.open} ` }),
    () => ({ to: world.channels.open }),
  ],
  [
    'people as JSON text',
    () => people(` [${world.third.user_id}, ${world.other.user_id}] `),
    () => ({ to: [world.other.user_id, world.third.user_id] }),
  ],
  [
    'people named twice, and the sender',
    () => people([world.other.user_id, world.me.user_id, world.other.user_id]),
    () => ({ to: [world.other.user_id] }),
  ],
  ['a note to self', () => people([world.me.user_id]), () => ({ to: [world.me.user_id] })],
  ['white space around the text', () => ({ content: '\n\n  a\n \n' }), () => ({ content: '  a' })],
  [
    'text in Markdown',
    () => ({ content: '*a* <b>' }),
    () => ({ content: '*a* <b>', rendered_content: '<p><em>a</em> &lt;b&gt;</p>' }),
  ],
  [
    'text of maximum length',
    () => ({ content: long.slice(1) }),
    () => ({ content: long.slice(1) }),
  ],
  [
    'text longer than max_message_length, truncated',
    () => ({ content: long }),
    () => ({ content: cut }),
  ],
  ['white space around the topic', () => ({ topic: ' plans ' }), () => ({ topic: 'plans' })],
  [
    'a topic of maximum length',
    () => ({ topic: '🐧'.repeat(60) }),
    () => ({ topic: '🐧'.repeat(60) }),
  ],
  [
    'a topic longer than max_topic_length, truncated',
    () => ({ topic: '🐧'.repeat(61) }),
    () => ({ topic: `${'🐧'.repeat(57)}...` }),
  ],
  ['the empty topic', () => ({ topic: '' }), () => ({ topic: '' })],
  ['a blank topic, as empty', () => ({ topic: '  ' }), () => ({ topic: '' })],
  ['"(no topic)", as empty', () => ({ topic: '(no topic)' }), () => ({ topic: '' })],
  [
    'the name of the empty topic, as empty',
    () => ({ topic: 'general chat' }),
    () => ({ topic: '' }),
  ],
  [
    'the empty topic in a channel that allows no other',
    () => inChannel('chat', { topic: '(no topic)' }),
    () => ({ topic: '' }),
  ],
  [
    'a named topic where topics are required',
    () => inChannel('strict'),
    () => ({ topic: 'plans' }),
  ],
  [
    'a topic for people, which is ignored',
    () => people([world.other.user_id], { topic: 'a\0' }),
    () => ({ type: 'private' }),
  ],
  [
    'the second after now',
    () => ({ scheduled_delivery_timestamp: t.clock.now() / 1000 + 1 }),
    () => ({ scheduled_delivery_timestamp: t.clock.now() / 1000 + 1 }),
  ],
  [
    'a wildcard mention in a small channel',
    () => ({ content: '@**all**' }),
    () => ({ content: '@**all**' }),
  ],
  [
    'a silent wildcard mention where wildcard mentions are forbidden',
    () => inChannel('full', { content: '`@**all**`' }),
    () => ({ content: '`@**all**`' }),
  ],
  ['read_by_sender true', () => ({ read_by_sender: true }), () => ({})],
  ['read_by_sender false', () => ({ read_by_sender: false }), () => ({})],
];

/** Refused with 400 and these fields in addition to `result` and `msg`. */
const refused: readonly [rule: string, given: Made, error: Made][] = [
  ['a type that is none', () => ({ type: 'letter' }), bad],
  ['an empty type', () => ({ type: '' }), bad],
  ['a type in JSON', () => ({ type: '"direct"' }), bad],
  ['a channel as a list', () => ({ to: [world.channels.open] }), bad],
  ['a channel by name', () => ({ to: 'channel 1' }), bad],
  ['a channel by name in JSON', () => ({ to: '"channel 1"' }), bad],
  ['a channel as text in JSON', () => ({ to: `"${world.channels.open}"` }), bad],
  ['a channel as a fraction', () => ({ to: `${world.channels.open}.0` }), bad],
  ['a person as a number', () => people(world.other.user_id), bad],
  ['people by e-mail', () => people([world.other.email]), bad],
  ['people as texts', () => people([String(world.other.user_id)]), bad],
  ['nobody', () => people([]), bad],
  ['a person who does not exist', () => people([999_999]), bad],
  ['a person beyond all ids', () => people([2 ** 53]), bad],
  ['one of several who does not exist', () => people([world.other.user_id, 999_999]), bad],
  ['a person who has left', () => people([world.gone.user_id]), bad],
  ['a missing channel', () => ({ to: 999_999 }), () => missing(999_999)],
  ['a channel beyond all ids', () => ({ to: 2 ** 40 }), () => missing(2 ** 40)],
  ['a channel beyond what a number holds exactly', () => ({ to: 2 ** 53 }), bad],
  ['a negative channel', () => ({ to: -1 }), () => missing(-1)],
  ['a channel that is hidden', () => inChannel('hidden'), () => missing(world.channels.hidden)],
  ['a channel where one may not post', () => inChannel('closed'), bad],
  ['an archived channel', () => inChannel('archived'), bad],
  ['empty text', () => ({ content: '' }), bad],
  ['blank text', () => ({ content: ' \n\t' }), bad],
  ['a null byte in the text', () => ({ content: 'a\0b' }), bad],
  ['a control character in the topic', () => ({ topic: 'a\u0007b' }), bad],
  ['a null byte in the topic', () => ({ topic: 'a\0b' }), bad],
  ['the empty topic where topics are required', () => inChannel('strict', { topic: '' }), noTopic],
  [
    '"(no topic)" where topics are required',
    () => inChannel('strict', { topic: '(no topic)' }),
    noTopic,
  ],
  [
    'the name of the empty topic where topics are required',
    () => inChannel('strict', { topic: 'general chat' }),
    noTopic,
  ],
  ['a named topic where only the empty one is allowed', () => inChannel('chat'), noTopic],
  ['now', () => ({ scheduled_delivery_timestamp: t.clock.now() / 1000 }), bad],
  ['a past time', () => ({ scheduled_delivery_timestamp: 1 }), bad],
  ['a negative time', () => ({ scheduled_delivery_timestamp: -1 }), bad],
  ['a time beyond all calendars', () => ({ scheduled_delivery_timestamp: 2 ** 53 }), bad],
  ['a time as a fraction', () => ({ scheduled_delivery_timestamp: `${later}.0` }), bad],
  ['a time as text in JSON', () => ({ scheduled_delivery_timestamp: `"${later}"` }), bad],
  ['a time in words', () => ({ scheduled_delivery_timestamp: 'tomorrow' }), bad],
  ['read_by_sender as a number', () => ({ read_by_sender: 1 }), bad],
  ['read_by_sender in another spelling', () => ({ read_by_sender: 'True' }), bad],
  [
    'a wildcard mention without permission',
    () => inChannel('full', { content: '@**all**' }),
    () => ({ code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED' }),
  ],
];

function bad(): Params {
  return { code: 'BAD_REQUEST' };
}
function missing(stream_id: number): Params {
  return { code: 'STREAM_DOES_NOT_EXIST', stream_id };
}
function noTopic(): Params {
  return { code: 'BAD_REQUEST', empty_topic_display_name: 'general chat' };
}

describe.each(gatewayNames)('createScheduledMessage through the %s', (name) => {
  const ask: Ask = (...call) => gateways[name](...call);
  const plain = (): Params => ({
    type: 'channel',
    to: world.channels.open,
    topic: 'plans',
    content: 'hello',
    scheduled_delivery_timestamp: later,
  });
  const create = (params: Params) => ask('POST', '/scheduled_messages', { ...plain(), ...params });
  const list = async () =>
    (await ask('GET', '/scheduled_messages')).body['scheduled_messages'] as Listed[];
  const drop = (id: unknown) => ask('DELETE', `/scheduled_messages/${String(id)}`);

  it.each(accepted)('accepts %s', async (_rule, given, kept) => {
    const { status, body } = await create(given());
    const { scheduled_message_id, ...envelope } = body;
    expect([status, envelope]).toEqual([200, { result: 'success', msg: '' }]);
    expect(await list()).toMatchObject([{ scheduled_message_id, failed: false, ...kept() }]);
    await drop(scheduled_message_id);
  });

  it.each(refused)('refuses %s', async (_rule, given, error) => {
    const { status, body } = await create(given());
    const { msg, ...fields } = body;
    expect(status).toBe(400);
    expect(fields).toEqual({ result: 'error', ...error() });
    expect(msg).not.toBe('');
    expect(await list()).toEqual([]);
  });

  it.each(['type', 'to', 'content', 'topic', 'scheduled_delivery_timestamp'])(
    'requires %s',
    async (var_name) => {
      const { [var_name]: _left, ...rest } = plain();
      const { status, body } = await ask('POST', '/scheduled_messages', rest);
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name });
    },
  );

  it('lists unknown parameters, and creates a new message even with another one’s id', async () => {
    const first = await create({});
    const id = first.body['scheduled_message_id'];
    const { body } = await create({ scheduled_message_id: id, deliver_at: 'tomorrow' });
    expect(body['ignored_parameters_unsupported']).toEqual(['deliver_at', 'scheduled_message_id']);
    expect(body['scheduled_message_id']).not.toBe(id);
    await drop(id);
    await drop(body['scheduled_message_id']);
  });

  it('sends an event to the author and to no one else', async () => {
    const mine = await openQueue(t, world.me, { event_types: ['scheduled_messages'] });
    const theirs = await openQueue(t, world.other, { event_types: ['scheduled_messages'] });
    const { body } = await create(people([world.other.user_id]));
    const scheduled_messages = await list();
    expect(await mine.events()).toEqual([
      { type: 'scheduled_messages', op: 'add', scheduled_messages },
    ]);
    expect(await theirs.events()).toEqual([]);
    await drop(body['scheduled_message_id']);
  });
});
