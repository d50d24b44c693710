import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { HttpMethod } from '$lib/api/define-operation';
import { operations } from '$lib/api/operations';
import { registrationFor } from '$lib/api/registration';
import {
  explainedStore,
  planNodesOf,
  type PlanNode,
} from '../../../../tests/support/explained-store';
import {
  findHistory,
  writeHistory,
  type LongHistory,
} from '../../../../tests/support/long-history';
import { ownStore } from '../../../../tests/support/stores';
import { withService } from '../../../../tests/support/with-service';

/*
 * What a request costs must not grow with the history. The database has 20,000 messages, and
 * statistics of a million, so that it plans for that many.
 */

const size = { count: 20_000, secondsApart: 3600 };
const inStatistics = 50;
/** The longest list in a reply has 400 rows: the unread messages. */
const maxRowsOfScan = 600;

const watched = explainedStore(await ownStore());
const t = withService({ store: watched.store });
let history: LongHistory;

beforeAll(async () => {
  await writeHistory(t.store, t.owner, { ...size, until: t.clock.now() });
  history = (await findHistory(t.store))!;
  // The reader may call every operation.
  await t.store.db.execute(sql`update users set role = 100 where id = ${history.reader.user_id}`);
  await t.store.db.execute(sql`alter table messages set (autovacuum_enabled = off)`);
  await t.store.db.execute(sql`alter table user_messages set (autovacuum_enabled = off)`);
  await t.store.db.execute(sql`update pg_class set reltuples = reltuples * ${inStatistics}::int
    where relname ~ '^(user_)?messages' and relkind in ('r', 'i')`);
}, 60_000);

type Call = readonly [method: HttpMethod, path: string, params?: Record<string, unknown>];

/** Calls an operation as `caller`, and lists the scans that read too much. */
async function longScansOf(
  [method, path, params = {}]: Call,
  caller: 'reader' | 'newcomer' = 'reader',
): Promise<string[]> {
  watched.statements();
  const { body } = await t.call(history[caller], method, path, params);
  expect(body).toMatchObject({ result: 'success' });
  return watched.statements().flatMap(({ text, plan }) =>
    planNodesOf(plan)
      .filter(readsTooMuch)
      .map((node) => `${node['Node Type']} of ${node['Relation Name']}: ${text}`),
  );
}

function readsTooMuch(node: PlanNode): boolean {
  const table = node['Relation Name'];
  if (table === undefined || !/^(user_)?messages$/.test(table)) return false;
  if (node['Node Type'] === 'Seq Scan') return true;
  const rows =
    (node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  return rows * (node['Actual Loops'] ?? 0) > maxRowsOfScan;
}

const narrow = (operator: string, operand: unknown) => ({ operator, operand });
const messagesOf = (...terms: readonly object[]): Call => [
  'GET',
  '/messages',
  { anchor: 'newest', num_before: 50, num_after: 0, narrow: terms },
];

const pathValues = (): Readonly<Record<string, string | number>> => ({
  stream_id: history.channel,
  message_id: size.count - 3,
  user_id: history.reader.user_id,
  email: history.reader.email,
});

const fields: Readonly<Record<string, () => Record<string, unknown>>> = {
  getMessages: () => ({ anchor: 'first_unread', num_before: 50, num_after: 50 }),
  checkMessagesMatchNarrow: () => ({
    msg_ids: [size.count - 3],
    narrow: [narrow('channel', history.channel)],
  }),
  getStreamId: () => ({ stream: 'history 1' }),
};

/** Read nothing of messages and need rows that aren't there. */
const others = new Set([
  'getFileTemporaryUrl',
  'getBotStorage',
  'describeEmailChange',
  'getEvents',
  'getEmailInviteLink',
  'describeInvite',
  'getPushRelay',
  'getUserPresence',
  'getUserGroupMembers',
  'getIsUserGroupMember',
  'getUserGroupSubgroups',
  'createBigBlueButtonVideoCall',
]);

const reads = Object.entries(operations).filter(
  ([name, { method }]) => method === 'GET' && !others.has(name),
);

describe('with a long history, no scan of messages reads more than the reply needs', () => {
  it.each(reads)('%s', async (name, { method, path }) => {
    const known = path.replace(/\{(\w+)\}/g, (_, key: string) => String(pathValues()[key]));
    expect(await longScansOf([method, known, fields[name]?.() ?? {}])).toEqual([]);
  });

  it('register', async () => {
    expect(await longScansOf(['POST', '/register', registrationFor(true)])).toEqual([]);
  });

  it.each(['reader', 'newcomer'] as const)(
    'topics of a closed channel, for the %s',
    async (who) => {
      const path = `/users/me/${history.closedChannel}/topics`;
      expect(await longScansOf(['GET', path], who)).toEqual([]);
    },
  );

  const inChannel = () => narrow('channel', history.channel);
  const inTopic = () => narrow('topic', history.topic);
  const terms: Readonly<Record<string, readonly (() => object)[]>> = {
    everything: [],
    'a channel': [inChannel],
    'a topic': [inChannel, inTopic],
    'a missing topic of any channel': [() => narrow('topic', 'no such topic')],
    'a sender': [() => narrow('sender', history.newcomer.user_id)],
    'direct messages with somebody': [() => narrow('dm', [t.owner.user_id])],
    'direct messages including somebody': [() => narrow('dm-including', [t.owner.user_id])],
    ...Object.fromEntries(
      ['link', 'image', 'attachment'].flatMap((what) => [
        [`has:${what}`, [() => narrow('has', what)]],
        [`has:${what} in a channel`, [inChannel, () => narrow('has', what)]],
      ]),
    ),
    ...Object.fromEntries(
      ['dm', 'starred', 'mentioned', 'alerted', 'unread', 'resolved', 'followed', 'muted'].map(
        (what) => [`is:${what}`, [() => narrow('is', what)]],
      ),
    ),
    'messages of unmuted conversations': [() => narrow('in', 'home')],
    'a common word': [() => narrow('search', 'harbor')],
    'a rare word': [() => narrow('search', 'word4321')],
    'a missing word': [() => narrow('search', 'unfindable')],
    'a word in a script without spaces': [() => narrow('search', '墨水')],
    'a word of stop words': [() => narrow('search', "Don't")],
    'a missing word in a script without spaces': [() => narrow('search', '墨口')],
    'public channels': [() => narrow('channels', 'public')],
  };

  it.each(Object.keys(terms))('%s', async (name) => {
    const call = messagesOf(...terms[name]!.map((term) => term()));
    expect(await longScansOf(call)).toEqual([]);
    expect(await longScansOf(call, 'newcomer')).toEqual([]);
  });

  it.each<[string, () => Call]>([
    [
      'sending to a topic',
      () => [
        'POST',
        '/messages',
        { type: 'channel', to: history.channel, topic: 'new', content: 'a' },
      ],
    ],
    [
      'mentioning a topic',
      () => [
        'POST',
        '/messages',
        { type: 'channel', to: history.channel, topic: history.topic, content: '@**topic**' },
      ],
    ],
    [
      'moving',
      () => ['PATCH', `/messages/${size.count - 3}`, { topic: 'c', propagate_mode: 'change_one' }],
    ],
    ['reacting', () => ['POST', `/messages/${size.count - 3}/reactions`, { emoji_name: 'tada' }]],
    ['deleting', () => ['DELETE', `/messages/${size.count - 4}`]],
    [
      'reading a topic',
      () => [
        'POST',
        '/mark_topic_as_read',
        { stream_id: history.channel, topic_name: history.topic },
      ],
    ],
    ['reading a channel', () => ['POST', '/mark_stream_as_read', { stream_id: history.channel }]],
    ['reading everything', () => ['POST', '/mark_all_as_read']],
  ])('%s', async (_name, call) => {
    expect(await longScansOf(call())).toEqual([]);
  });
});
