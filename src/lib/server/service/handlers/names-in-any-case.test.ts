import { beforeAll, describe, expect, it } from 'vitest';
import { addChannel, openQueue } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import type { AccountWithKey } from '../service';

// Letters whose upper and lower case JavaScript and PostgreSQL map differently.

const t = withService();
let me: AccountWithKey;
let other: AccountWithKey;
beforeAll(async () => {
  me = await t.addUser();
  other = await t.addUser();
});

const send = (account: AccountWithKey, to: unknown, content: string, topic = 'talk') =>
  t.call(account, 'POST', '/messages', { type: 'stream', to, topic, content });

async function messageOf(account: AccountWithKey, id: unknown): Promise<Record<string, unknown>> {
  const { body } = await t.call(account, 'GET', `/messages/${String(id)}`, {});
  return body['message'] as Record<string, unknown>;
}

describe('a channel', () => {
  it.each([
    ['ΛΟΓΟΣ', 'λογος'],
    ['ΑΘΗΝΑΣ', 'αθηνας'],
    ['İstanbul ofisi', 'istanbul ofisi'],
    ['ÉCOLE', 'école'],
  ])('named %s, if private, is the same as %s', async (name, otherCase) => {
    const closed = await addChannel(t, { name, invite_only: true }, [me]);
    const made = await t.call(other, 'POST', '/users/me/subscriptions', {
      subscriptions: [{ name: otherCase }],
      authorization_errors_fatal: false,
    });
    expect(made.body).toMatchObject({ unauthorized: [otherCase] });

    for (const named of [name, otherCase]) {
      const { body } = await send(me, named, 'private words');
      expect(await messageOf(me, body['id'])).toMatchObject({ stream_id: closed.id });
      const found = await t.call(me, 'GET', '/get_stream_id', { stream: named });
      expect(found.body).toMatchObject({ stream_id: closed.id });
      const linked = await send(me, closed.id, `#**${named}** and #**${named}>talk**`);
      const { content } = await messageOf(me, linked.body['id']);
      expect(String(content).split(`data-stream-id="${closed.id}"`)).toHaveLength(3);
      const muted = await t.call(me, 'PATCH', '/users/me/subscriptions/muted_topics', {
        stream: named,
        topic: 'quiet',
        op: named === name ? 'add' : 'remove',
      });
      expect(muted.body.result).toBe('success');
    }
    const left = await t.call(me, 'DELETE', '/users/me/subscriptions', {
      subscriptions: [otherCase],
    });
    expect(left.body).toMatchObject({ removed: [name] });
  });
});

describe('a mention', () => {
  it.each(['İbrahim Yılmaz', 'İrem', 'Νίκος ΠΑΠΠΑΣ', 'Élodie Ångström'])(
    'notifies %s',
    async (full_name) => {
      const person = await t.addUser({ full_name });
      const { id } = await addChannel(t, {}, [me, person]);
      for (const text of [`@**${full_name}**`, `@**${full_name}|${person.user_id}**`]) {
        const { body } = await send(me, id, text);
        const { flags } = await messageOf(person, body['id']);
        expect(flags, text).toContain('mentioned');
      }
    },
  );

  it('prefers the exact spelling, for users and groups', async () => {
    // One after the other: of equal names, the one with the lowest id counts.
    const people = [
      await t.addUser({ full_name: 'Sam Lee' }),
      await t.addUser({ full_name: 'SAM LEE' }),
      await t.addUser({ full_name: 'sam lee' }),
    ];
    const names = ['Sam Lee', 'SAM LEE', 'sam lee', 'sAM lee'];
    const ids = [...people, people[0]!].map(({ user_id }) => user_id);
    const { body } = await t.call(me, 'POST', '/messages/render', {
      content: names.map((name) => `@**${name}**`).join(' '),
    });
    const mentions = [...String(body['rendered']).matchAll(/data-user-id="(\d+)"/g)];
    expect(mentions.map(([, id]) => Number(id))).toEqual(ids);
  });

  it('finds a group', async () => {
    const made = await t.call(t.owner, 'POST', '/user_groups/create', {
      name: 'İşletme ΦΟΡΕΑΣ',
      description: '',
      members: [me.user_id],
    });
    const content = '@*İşletme ΦΟΡΕΑΣ* @*işletme φορεας*';
    const { body } = await t.call(me, 'POST', '/messages/render', { content });
    const groups = String(body['rendered']).split(`data-user-group-id="${made.body['group_id']}"`);
    expect(groups).toHaveLength(3);
  });
});

describe('a topic', () => {
  it.each([
    ['İZMİR', 'izmir'],
    ['ΛΟΓΟΣ', 'λογος'],
    ['ÉTÉ', 'été'],
  ])(
    '%s equals %s in a narrow, a queue, the topic list and unread counts',
    async (name, otherCase) => {
      const { id: stream_id, name: channel } = await addChannel(t, {}, [me, other]);
      const queue = await openQueue(t, me, {
        event_types: ['message'],
        narrow: [
          ['channel', channel],
          ['topic', otherCase],
        ],
      });
      await send(other, stream_id, 'one', otherCase);
      await send(other, stream_id, 'two', name);
      const narrow = [
        { operator: 'channel', operand: stream_id },
        { operator: 'topic', operand: otherCase },
      ];
      const read = await t.call(me, 'GET', '/messages', {
        anchor: 'newest',
        num_before: 10,
        num_after: 0,
        narrow,
      });
      expect(read.body['messages']).toHaveLength(2);
      expect(await queue.events()).toHaveLength(2);
      const listed = await t.call(me, 'GET', `/users/me/${stream_id}/topics`, {});
      expect(listed.body['topics']).toMatchObject([{ name }]);
      const { body } = await t.call(me, 'POST', '/register', {
        fetch_event_types: ['message', 'update_message_flags'],
      });
      const { streams } = body['unread_msgs'] as { streams: { stream_id: number }[] };
      expect(streams.filter((one) => one.stream_id === stream_id)).toHaveLength(1);
    },
  );
});

describe('a search', () => {
  it.each([
    ['İstanbul', 'İstanbul'],
    ['istanbul', 'İstanbul'],
    ['ΟΔΟΣ', 'ΟΔΟΣ'],
    ['οδος', 'ΟΔΟΣ'],
    ['"οδος ερμου"', 'ΟΔΟΣ ΕΡΜΟΥ'],
    ['élan', 'ÉLAN'],
  ])('for %s finds and highlights %s', async (words, written) => {
    const { id } = await addChannel(t, {}, [me]);
    await send(me, id, `Back in ${written} again`, written);
    const { body } = await t.call(me, 'GET', '/messages', {
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      narrow: [
        { operator: 'channel', operand: id },
        { operator: 'search', operand: words },
      ],
    });
    const marked = written
      .split(words.startsWith('"') ? '\n' : ' ')
      .map((word) => `<span class="highlight">${word}</span>`)
      .join(' ');
    expect(body['messages']).toMatchObject([
      { match_content: `<p>Back in ${marked} again</p>`, match_subject: marked },
    ]);
  });
});

describe('an alert word', () => {
  it.each([
    ['οδος', 'Η ΟΔΟΣ μας'],
    ['İrem', 'irem, gel'],
  ])('%s is found in %s', async (word, content) => {
    await t.call(me, 'POST', '/users/me/alert_words', { alert_words: [word] });
    const { id } = await addChannel(t, {}, [me, other]);
    const { body } = await send(other, id, content);
    expect((await messageOf(me, body['id']))['flags']).toContain('has_alert_word');
  });
});

it('a channel folder’s name is the same in any case', async () => {
  const make = (name: string) =>
    t.call(t.owner, 'POST', '/channel_folders/create', { name, description: '' });
  expect((await make('ΕΡΓΑΣΙΕΣ')).status).toBe(200);
  expect((await make('εργασιες')).body.msg).toContain('already');
});
