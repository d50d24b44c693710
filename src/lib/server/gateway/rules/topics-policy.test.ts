import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AccountWithKey } from '$lib/server/service/service';
import {
  gatewayNames,
  openGateways,
  type Ask,
  type Params,
} from '../../../../../tests/support/both-gateways';
import { addChannel, setRealm } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';

/** A channel's topics policy: which topics a channel accepts, wherever one is given. */

const t = withService();
let me: AccountWithKey;
let gateways: Awaited<ReturnType<typeof openGateways>>;

beforeAll(async () => {
  me = await t.addUser();
  gateways = await openGateways(t, me);
});

const allow = 'allow_empty_topic';
const disable = 'disable_empty_topic';

/**
 * Policy of the channel, policy of the organization, and whether named and empty topics are
 * accepted.
 */
const policies: readonly [channel: string, realm: string, named: boolean, empty: boolean][] = [
  ['inherit', allow, true, true],
  ['inherit', disable, true, false],
  [allow, allow, true, true],
  [allow, disable, true, true],
  [disable, allow, true, false],
  [disable, disable, true, false],
  ['empty_topic_only', allow, false, true],
  ['empty_topic_only', disable, false, true],
];

describe.each(gatewayNames)('the topics policy through the %s', (gateway) => {
  const ask: Ask = (...call) => gateways[gateway](...call);
  let free: number;
  beforeEach(async () => {
    free = (await addChannel(t, {}, [me])).id;
  });
  const send = async (to: number, topic: string) =>
    ask('POST', '/messages', { type: 'channel', to, topic, content: 'x' });
  const ways: readonly [way: string, (to: number, topic: string) => ReturnType<Ask>][] = [
    ['sending', send],
    [
      'scheduling',
      (to, topic) =>
        ask('POST', '/scheduled_messages', {
          type: 'channel',
          to,
          topic,
          content: 'x',
          scheduled_delivery_timestamp: Math.floor(t.clock.now() / 1000) + 60,
        }),
    ],
    [
      'moving there',
      async (stream_id, topic) => {
        const id = String((await send(free, 'elsewhere')).body['id']);
        return ask('PATCH', `/messages/${id}`, { stream_id, topic });
      },
    ],
  ];

  it.each(policies)(
    '%s in an organization with %s: named topics %s, the empty topic %s',
    async (topics_policy, realm, named, empty) => {
      await setRealm(t, { topics_policy: realm });
      const { id } = await addChannel(t, { topics_policy }, [me]);
      const topics: [string, boolean][] = [
        ['plans', named] satisfies [string, boolean],
        ['', empty] satisfies [string, boolean],
        ...([
          ['(no topic)', empty],
          ['general chat', empty],
        ] satisfies [string, boolean][]),
      ];
      for (const [way, through] of ways) {
        for (const [topic, isTaken] of topics) {
          const { status, body } = await through(id, topic);
          const outcome: Params = {
            status,
            code: body.code,
            name: body['empty_topic_display_name'],
          };
          const refused = { status: 400, code: 'BAD_REQUEST', name: 'general chat' };
          expect([way, topic, outcome]).toEqual([
            way,
            topic,
            isTaken ? { status: 200, code: undefined, name: undefined } : refused,
          ]);
        }
      }
      await setRealm(t, {});
    },
  );

  it('doesn’t limit drafts', async () => {
    await setRealm(t, { topics_policy: disable });
    for (const topics_policy of ['inherit', allow, disable, 'empty_topic_only']) {
      const { id } = await addChannel(t, { topics_policy }, [me]);
      const draft = { type: 'stream', to: [id], content: 'x' };
      const both = [
        { ...draft, topic: '' },
        { ...draft, topic: 'plans' },
      ];
      expect((await ask('POST', '/drafts', { drafts: both })).status).toBe(200);
    }
    await setRealm(t, {});
  });

  it('of the organization is in the first state, with the name of the empty topic', async () => {
    const state = async () =>
      (await ask('POST', '/register', { fetch_event_types: ['realm'] })).body;
    for (const [topics_policy, realm_mandatory_topics] of [
      [disable, true],
      [allow, false],
    ] as const) {
      await setRealm(t, { topics_policy });
      expect(await state()).toMatchObject({
        realm_topics_policy: topics_policy,
        realm_mandatory_topics,
        realm_empty_topic_display_name: 'general chat',
      });
    }
    await setRealm(t, {});
  });
});
