import { beforeAll, describe, expect, it } from 'vitest';
import {
  gatewayNames,
  openGateways,
  type Ask,
  type Params,
} from '../../../../../tests/support/both-gateways';
import { withService } from '../../../../../tests/support/with-service';
import { addTalk, type Talk } from '../../../../../tests/support/talk';

/** Every rule of `checkMessagesMatchNarrow`, through both gateways. */

const t = withService();
let talk: Talk;
let gateways: Awaited<ReturnType<typeof openGateways>>;

beforeAll(async () => {
  talk = await addTalk(t);
  const topic = { type: 'stream', to: talk.open.id, topic: 'boats <&> tides', content: 'A *boat*' };
  const { body } = await t.call(talk.other, 'POST', '/messages', topic);
  talk = { ...talk, sent: { ...talk.sent, boat: body['id'] as number } };
  gateways = await openGateways(t, talk.me);
});

type Matches = Record<string, { match_content: string; match_subject: string }>;
const idOf = (name: string) => talk.sent[name] ?? 0;

describe.each(gatewayNames)('checkMessagesMatchNarrow through the %s', (name) => {
  const ask = (params: Params) => gateways[name]('GET', '/messages/matches_narrow', params);
  const search: Ask = (...call) => gateways[name](...call);

  /** The reply's messages, with ids replaced by the names of the fixture's messages. */
  async function matches(names: readonly string[], narrow: unknown): Promise<Matches> {
    const { status, body } = await ask({ msg_ids: names.map(idOf), narrow });
    const { messages, ...envelope } = body;
    expect([status, envelope]).toEqual([200, { result: 'success', msg: '' }]);
    const named = new Map(Object.entries(talk.sent).map(([key, id]) => [String(id), key]));
    return Object.fromEntries(
      Object.entries(messages as Matches).map(([id, fields]) => [named.get(id) ?? id, fields]),
    );
  }
  const matching = async (narrow: unknown) =>
    Object.keys(await matches(Object.keys(talk.sent), narrow));

  it('returns messages by id as text, with content and topic as HTML', async () => {
    expect(await matches(['boat', 'direct'], [])).toEqual({
      boat: { match_content: '<p>A <em>boat</em></p>', match_subject: 'boats &lt;&amp;&gt; tides' },
      direct: { match_content: '<p>direct</p>', match_subject: '' },
    });
  });

  it('highlights the search words in content and topic', async () => {
    expect(await matches(['boat', 'first'], [{ operator: 'search', operand: 'boat' }])).toEqual({
      boat: {
        match_content: '<p>A <em><span class="highlight">boat</span></em></p>',
        match_subject: '<span class="highlight">boats</span> &lt;&amp;&gt; tides',
      },
    });
  });

  it('agrees with the list of messages', async () => {
    for (const operand of ['boat', 'tides', 'hello', '"hello"', 'plans']) {
      const narrow = [{ operator: 'search', operand }];
      const { body } = await search('GET', '/messages', {
        anchor: 'newest',
        num_before: 100,
        num_after: 0,
        narrow,
      });
      const listed = body['messages'] as (Params & { id: number })[];
      expect(listed, operand).not.toEqual([]);
      const reply = await ask({ msg_ids: Object.values(talk.sent), narrow });
      expect(reply.body['messages']).toEqual(
        Object.fromEntries(
          listed.map(({ id, match_content, match_subject }) => [
            String(id),
            { match_content, match_subject },
          ]),
        ),
      );
    }
  });

  it.each<[rule: string, narrow: () => unknown, expected: string[]]>([
    [
      'all terms',
      () => [term('channel', talk.open.name), term('topic', 'plans')],
      ['first', 'mine'],
    ],
    [
      'a channel by id',
      () => [term('stream', String(talk.open.id)), term('id', String(idOf('chat')))],
      ['chat'],
    ],
    [
      'a negated term',
      () => [{ ...term('is', 'dm'), negated: true }, term('sender', talk.me.email)],
      ['mine'],
    ],
    ['pairs', () => [['pm-with', talk.other.email]], ['direct']],
    ['people by id', () => [{ operator: 'dm', operand: [talk.other.user_id] }], ['direct']],
    ['one message', () => [term('id', String(idOf('note')))], ['note']],
    ['the empty topic', () => [term('topic', '')], ['chat']],
  ])('holds a message against %s', async (_rule, narrow, expected) => {
    expect(await matching(narrow())).toEqual(expected);
  });

  it('leaves out messages the user didn’t receive, unknown ids and impossible ids', async () => {
    const { body } = await ask({
      msg_ids: [idOf('unseen'), idOf('before'), 999_999, 0, -1, 2 ** 40, idOf('first')],
      narrow: [],
    });
    expect(Object.keys(body['messages'] as Matches)).toEqual([String(idOf('first'))]);
  });

  it('returns each id once, and nothing for an empty list', async () => {
    expect(await matches(['first', 'first'], [])).toEqual({
      first: { match_content: '<p>first</p>', match_subject: 'Plans' },
    });
    expect(await matches([], [])).toEqual({});
  });

  it.each<[rule: string, params: Params, error: Params]>([
    ['no msg_ids', { narrow: [] }, { code: 'REQUEST_VARIABLE_MISSING', var_name: 'msg_ids' }],
    ['no narrow', { msg_ids: [] }, { code: 'REQUEST_VARIABLE_MISSING', var_name: 'narrow' }],
    ['msg_ids that are no JSON', { msg_ids: 'x', narrow: [] }, { code: 'BAD_REQUEST' }],
    ['one id alone', { msg_ids: 1, narrow: [] }, { code: 'BAD_REQUEST' }],
    ['ids as texts', { msg_ids: ['1'], narrow: [] }, { code: 'BAD_REQUEST' }],
    ['ids as fractions', { msg_ids: '[1.0]', narrow: [] }, { code: 'BAD_REQUEST' }],
    ['a narrow that is no JSON', { msg_ids: [], narrow: '[{' }, { code: 'BAD_REQUEST' }],
    ['a narrow that is no list', { msg_ids: [], narrow: {} }, { code: 'BAD_REQUEST' }],
    ['a term that is no term', { msg_ids: [], narrow: ['is'] }, { code: 'BAD_REQUEST' }],
    [
      'a term without operand',
      { msg_ids: [], narrow: [{ operator: 'is' }] },
      { code: 'BAD_REQUEST' },
    ],
    ['an unknown operator', { msg_ids: [], narrow: [term('colour', 'blue')] }, badNarrow()],
    ['an unknown channel', { msg_ids: [], narrow: [term('channel', 'nowhere')] }, badNarrow()],
    ['an unknown person', { msg_ids: [], narrow: [term('sender', 'no@example.org')] }, badNarrow()],
    ['an empty search', { msg_ids: [], narrow: [term('search', ' ')] }, badNarrow()],
  ])('refuses %s', async (_rule, params, error) => {
    const { status, body } = await ask(params);
    const { msg: _msg, ...fields } = body;
    expect([status, fields]).toEqual([400, { result: 'error', ...error }]);
  });

  it('lists unknown parameters', async () => {
    const { body } = await ask({ msg_ids: [], narrow: [], anchor: 1 });
    expect(body['ignored_parameters_unsupported']).toEqual(['anchor']);
  });
});

function term(operator: string, operand: string) {
  return { operator, operand };
}
function badNarrow(): Params {
  return { code: 'BAD_NARROW', desc: expect.any(String) as string };
}
