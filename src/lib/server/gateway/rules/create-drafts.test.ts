import { beforeAll, describe, expect, it } from 'vitest';
import {
  gatewayNames,
  openGateways,
  type Ask,
  type Params,
} from '../../../../../tests/support/both-gateways';
import { openQueue } from '../../../../../tests/support/channels';
import {
  addSchedulingWorld,
  type SchedulingWorld,
} from '../../../../../tests/support/scheduling-world';
import { withService } from '../../../../../tests/support/with-service';

/** Every rule of `createDrafts` and of the draft object, through both gateways. */

const t = withService();
let world: SchedulingWorld;
let gateways: Awaited<ReturnType<typeof openGateways>>;
/** The test clock's time in UNIX seconds. */
let now: number;

beforeAll(async () => {
  world = await addSchedulingWorld(t);
  gateways = await openGateways(t, world.me);
  now = t.clock.now() / 1000;
});

type Kept = Params & { id: number };
/** Evaluated once the organization exists. */
type Made = () => Params;

const cut = `${'é'.repeat(10_000 - '\n[message truncated]'.length)}\n[message truncated]`;
const people = (...to: number[]): Params => ({ type: 'private', to, topic: '' });
const inChannel = (name: keyof SchedulingWorld['channels']): Params => ({
  to: [world.channels[name]],
});
const unaddressed: Params = { type: '', to: [], topic: '' };

const accepted: readonly [rule: string, given: Made, kept: Made][] = [
  ['a channel', () => ({}), () => ({ type: 'stream', to: [world.channels.open], topic: 'plans' })],
  [
    'a person',
    () => people(world.other.user_id),
    () => ({ type: 'private', to: [world.other.user_id], topic: '' }),
  ],
  [
    'several people, in their order',
    () => people(world.third.user_id, world.other.user_id),
    () => ({ to: [world.third.user_id, world.other.user_id] }),
  ],
  [
    'somebody twice, once',
    () => people(world.other.user_id, world.other.user_id),
    () => ({ to: [world.other.user_id] }),
  ],
  ['oneself', () => people(world.me.user_id), () => ({ to: [world.me.user_id] })],
  [
    'somebody who has left',
    () => people(world.gone.user_id),
    () => ({ to: [world.gone.user_id], type: 'private' }),
  ],
  ['nobody, as unaddressed', () => people(), () => unaddressed],
  ['type ""', () => unaddressed, () => unaddressed],
  [
    'type "" with recipients and a topic, which are ignored',
    () => ({ type: '', to: [999_999, 3] }),
    () => unaddressed,
  ],
  [
    'a topic for people, which is ignored',
    () => ({ ...people(world.other.user_id), topic: 'plans' }),
    () => ({ topic: '' }),
  ],
  ['the empty topic', () => ({ topic: '' }), () => ({ topic: '' })],
  [
    'the empty topic where topics are required',
    () => ({ ...inChannel('strict'), topic: '' }),
    () => ({ topic: '' }),
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
  ['white space around the text', () => ({ content: '\n\n  a\n \n' }), () => ({ content: '  a' })],
  ['Markdown as it is', () => ({ content: '*a* <b>' }), () => ({ content: '*a* <b>' })],
  [
    'text of maximum length',
    () => ({ content: 'é'.repeat(10_000) }),
    () => ({ content: 'é'.repeat(10_000) }),
  ],
  [
    'text longer than max_message_length, truncated',
    () => ({ content: 'é'.repeat(10_001) }),
    () => ({ content: cut }),
  ],
  ['a channel where one may not post', () => inChannel('closed'), () => inChannel('closed')],
  ['a time', () => ({ timestamp: 1_700_000_000 }), () => ({ timestamp: 1_700_000_000 })],
  [
    'a time as a fraction, in whole seconds',
    () => ({ timestamp: 1_700_000_000.9 }),
    () => ({ timestamp: 1_700_000_000 }),
  ],
  ['the first second', () => ({ timestamp: 0 }), () => ({ timestamp: 0 })],
  ['no time, and fills it in', () => ({ timestamp: undefined }), () => ({ timestamp: now })],
];

const refused: readonly [rule: string, given: Made][] = [
  ['a channel draft without a channel', () => ({ to: [] })],
  [
    'a channel draft with two channels',
    () => ({ to: [world.channels.open, world.channels.strict] }),
  ],
  ['the same channel twice', () => ({ to: [world.channels.open, world.channels.open] })],
  ['a channel that does not exist', () => ({ to: [999_999] })],
  ['a channel beyond all ids', () => ({ to: [2 ** 40] })],
  ['a negative channel', () => ({ to: [-1] })],
  ['a channel that is hidden', () => inChannel('hidden')],
  ['a channel by name', () => ({ to: ['channel 1'] })],
  ['a channel that is no list', () => ({ to: world.channels.open })],
  ['a person who does not exist', () => people(999_999)],
  ['one of several who does not exist', () => people(world.other.user_id, 999_999)],
  ['a person beyond all ids', () => people(2 ** 40)],
  ['a person as text', () => ({ type: 'private', to: [String(world.other.user_id)] })],
  ['type "channel"', () => ({ type: 'channel' })],
  ['type "direct"', () => ({ ...people(world.other.user_id), type: 'direct' })],
  ['a type that is null', () => ({ type: null })],
  ['an id', () => ({ id: 3 })],
  ['a key that it does not know', () => ({ colour: 'blue' })],
  ['empty text', () => ({ content: '' })],
  ['blank text', () => ({ content: ' \n\t' })],
  ['a null byte in the text', () => ({ content: 'a\0b' })],
  ['a null byte in the topic', () => ({ topic: 'a\0b' })],
  ['a null byte in a topic that is ignored', () => ({ ...unaddressed, topic: 'a\0b' })],
  ['a negative time', () => ({ timestamp: -1 })],
  ['a time in words', () => ({ timestamp: '1700000000' })],
  ['a time beyond all calendars', () => ({ timestamp: 2 ** 53 })],
  ...['type', 'to', 'topic', 'content'].map((key): [string, Made] => [
    `a draft without ${key}`,
    () => ({ [key]: undefined }),
  ]),
];

describe.each(gatewayNames)('createDrafts through the %s', (name) => {
  const ask: Ask = (...call) => gateways[name](...call);
  const draft = (more: Params = {}): Params => ({
    type: 'stream',
    to: [world.channels.open],
    topic: 'plans',
    content: 'hello',
    timestamp: 1_600_000_000,
    ...more,
  });
  const create = (...drafts: unknown[]) => ask('POST', '/drafts', { drafts });
  const list = async () => (await ask('GET', '/drafts')).body['drafts'] as Kept[];
  const drop = async () => {
    for (const { id } of await list()) await ask('DELETE', `/drafts/${id}`);
  };

  it.each(accepted)('accepts %s', async (_rule, given, kept) => {
    const { status, body } = await create(draft(given()));
    const { ids, ...envelope } = body;
    expect([status, envelope]).toEqual([200, { result: 'success', msg: '' }]);
    const [only, ...more] = await list();
    expect([[only!.id], more]).toEqual([ids, []]);
    expect(only).toMatchObject({ ...kept() });
    expect(Object.keys(only!).sort()).toEqual([
      'content',
      'id',
      'timestamp',
      'to',
      'topic',
      'type',
    ]);
    await drop();
  });

  it.each(refused)('refuses %s and saves none of the call', async (_rule, given) => {
    const { status, body } = await create(draft(), draft(given()));
    const { msg, ...fields } = body;
    expect([status, fields]).toEqual([400, { result: 'error', code: 'BAD_REQUEST' }]);
    expect(msg).not.toBe('');
    expect(await list()).toEqual([]);
  });

  it.each([
    ['is no JSON', 'hello'],
    ['is one draft', { type: '', to: [], topic: '', content: 'x' }],
    ['holds texts', ['hello']],
    ['holds more than 1000', Array.from({ length: 1001 }, () => 0)],
  ])('refuses what %s', async (_rule, drafts) => {
    const { status, body } = await ask('POST', '/drafts', { drafts });
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    expect(await list()).toEqual([]);
  });

  it('returns the ids in the order of the request', async () => {
    const texts = ['b', 'c', 'a'];
    const { body } = await create(...texts.map((content) => draft({ content })));
    const rows = new Map((await list()).map((row) => [row.id, row['content']]));
    expect((body['ids'] as number[]).map((id) => rows.get(id))).toEqual(texts);
    await drop();
  });

  it('does nothing without drafts or without the parameter', async () => {
    for (const params of [{}, { drafts: [] }]) {
      const { body } = await ask('POST', '/drafts', params);
      expect(body).toEqual({ result: 'success', msg: '', ids: [] });
    }
  });

  it('lists unknown parameters', async () => {
    const { body } = await ask('POST', '/drafts', { draft: draft(), drafts: [] });
    expect(body['ignored_parameters_unsupported']).toEqual(['draft']);
  });

  it('sends one event per call to every client of the user and to no one else', async () => {
    const own = { event_types: ['drafts'] };
    const mine = [await openQueue(t, world.me, own), await openQueue(t, world.me, own)];
    const theirs = await openQueue(t, world.other, own);
    const { body } = await create(draft({ content: 'a' }), draft(people(world.other.user_id)));
    const [a, b] = body['ids'] as number[];
    const add = {
      type: 'drafts',
      op: 'add',
      drafts: [
        { ...draft({ content: 'a' }), id: a },
        { ...draft(people(world.other.user_id)), id: b },
      ],
    };
    for (const queue of mine) expect(await queue.events()).toEqual([add]);
    expect(await theirs.events()).toEqual([]);
    const state = await ask('POST', '/register', { fetch_event_types: ['drafts'] });
    expect(state.body['drafts']).toHaveLength(2);
    await drop();
  });

  it('is refused while enable_drafts_synchronization is off; switching it off deletes drafts without an event', async () => {
    await create(draft());
    const queue = await openQueue(t, world.me, { event_types: ['drafts'] });
    await ask('PATCH', '/settings', { enable_drafts_synchronization: false });
    for (const params of [{ drafts: [draft()] }, { drafts: [] }, {}]) {
      const { status, body } = await ask('POST', '/drafts', params);
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    }
    const state = await ask('POST', '/register', { fetch_event_types: ['drafts'] });
    expect(state.body['drafts']).toEqual([]);
    await ask('PATCH', '/settings', { enable_drafts_synchronization: true });
    expect(await list()).toEqual([]);
    expect(await queue.events()).toEqual([]);
  });
});
