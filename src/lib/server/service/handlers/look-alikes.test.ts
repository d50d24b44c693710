import { beforeAll, describe, expect, it } from 'vitest';
import { gatewayNames, openGateways, type Ask } from '../../../../../tests/support/both-gateways';
import { testClock } from '../../../../../tests/support/clock';
import { testFiles } from '../../../../../tests/support/files';
import { withService } from '../../../../../tests/support/with-service';
import { silentLog } from '../../../../../tests/support/silent-log';
import { emptyStore } from '../../../../../tests/support/stores';
import { assembleService } from '../service';

/** The same checks of names and email addresses apply everywhere they are set. */

const t = withService();

/** Valid names in many languages, each stored unchanged. */
const names = [
  'Oisín Mac Giolla Bhríde',
  'Nuñez-O’Brien, Mª José',
  'Владимир Иванов',
  'Иван Petrov',
  'Αλέξανδρος Παπαδόπουλος',
  'Երևան Սարգսյան',
  'ليلى منصور',
  // Includes the joiners that its spelling needs.
  'علی‌رضا حسینی',
  'ශ්‍රී ලංකා',
  'क्‍षितिज शर्मा',
  'দীপঙ্কর র‍্যাফ',
  'שרה כהן',
  'ธนพล สุขใจ',
  '山田太郎',
  '辻\u{e0100}子',
  'ナカムラ Nakamura',
  '김민준',
  'Ayşe İnci',
  'ĐỖ Thị Hằng',
  'Ana Beatriz 🏳️‍🌈',
  'Dr. Kim 👩🏽‍💻',
  '4th Floor Bot 2.0',
  'all',
];

/** Each of these is refused. */
const deceptive: [what: string, name: string][] = [
  ['a blank of no width', 'Hanna\u200b Lindqvist'],
  ['a joiner among Latin letters', 'Han\u200dna Lindqvist'],
  ['a soft hyphen', 'Han\u00adna Lindqvist'],
  ['a mark of direction', 'Hanna\u200f Lindqvist'],
  ['a turn of direction', 'Hanna \u202edrauG'],
  ['a filler', 'Hanna \u3164Lindqvist'],
  ['a blank Braille cell', 'Hanna\u2800Lindqvist'],
  ['a choice of form after a letter', 'Hanna\ufe0f Lindqvist'],
  ['a choice of form after a digit', 'Hanna 1\ufe0f'],
  ['a byte order mark', 'Hanna\ufeff Lindqvist'],
  ['a Cyrillic a', 'H\u0430nna Lindqvist'],
  ['a Greek omicron', 'R\u03bfger Miller'],
  ['an Armenian o', 'R\u0585ger Miller'],
  ['fullwidth letters', 'Ｈanna Lindqvist'],
  ['mathematical letters', '\u{1d407}anna Lindqvist'],
  ['a script capital', '\u210banna Lindqvist'],
  ['the name of the service', 'notification BOT'],
  ['that name, spread', ' Notification \u00a0 Bot '],
  ['that name in other case of another language', 'Not\u0131fication Bot'],
];

const blanks: [given: string, kept: string][] = [
  ['  Hanna   Lindqvist ', 'Hanna Lindqvist'],
  ['Hanna\u00a0Lindqvist', 'Hanna Lindqvist'],
  ['山田\u3000太郎', '山田 太郎'],
  ['Ha\u2003\u2009na', 'Ha na'],
  ['Zoe\u0301 Okafor', 'Zoé Okafor'],
];

let count = 0;
const anEmail = () => `look${++count}@example.org`;
const password = 'seven green lamps';

describe.each(gatewayNames)('through the %s', (gateway) => {
  let owner: Ask;
  let anyone: Ask;
  beforeAll(async () => {
    owner = (await openGateways(t, t.owner))[gateway];
    anyone = (await openGateways(t, null))[gateway];
  });

  // The gateway has its own bot endpoint, which also returns API keys.
  const bots: Ask = (...call) => t.call(t.owner, ...call);

  interface Made {
    readonly status: number;
    readonly name?: unknown;
  }
  const nameOf = async (status: number, user_id: unknown): Promise<Made> => {
    if (status !== 200) return { status };
    const { body } = await owner('GET', `/users/${String(user_id)}`);
    return { status, name: (body['user'] as { full_name: unknown }).full_name };
  };
  const ways: Record<string, (full_name: string, email?: string) => Promise<Made>> = {
    async joining(full_name, email = anEmail()) {
      const link = (await owner('POST', '/invites/multiuse', {})).body['invite_link'];
      const path = new URL(String(link)).pathname.replace(/\/$/, '');
      const { status, body } = await anyone('POST', path, { full_name, email, password });
      return nameOf(status, body['user_id']);
    },
    async 'being created'(full_name, email = anEmail()) {
      const { status, body } = await owner('POST', '/users', { full_name, email, password });
      return nameOf(status, body['user_id']);
    },
    async 'a setting of one’s own'(full_name) {
      const me = await t.addUser();
      const { status } = await (
        await openGateways(t, me)
      )[gateway]('PATCH', '/settings', { full_name });
      return nameOf(status, me.user_id);
    },
    async 'an administrator'(full_name) {
      const { user_id } = await t.addUser();
      const { status } = await owner('PATCH', `/users/${user_id}`, { full_name });
      return nameOf(status, user_id);
    },
    async 'making a bot'(full_name) {
      const given = { full_name, short_name: `look${++count}` };
      const { status, body } = await bots('POST', '/bots', given);
      const made = await nameOf(status, body['user_id']);
      // Two active bots can't have the same name.
      if (status === 200) await bots('DELETE', `/bots/${String(body['user_id'])}`);
      return made;
    },
    async 'renaming a bot'(full_name) {
      const first = { full_name: `Bot ${++count}`, short_name: `look${count}` };
      const id = String((await bots('POST', '/bots', first)).body['user_id']);
      const { status } = await bots('PATCH', `/bots/${id}`, { full_name });
      const made = await nameOf(status, id);
      await bots('DELETE', `/bots/${id}`);
      return made;
    },
  };
  const all = Object.keys(ways);

  it.each(all)('by %s, names in every language are accepted', async (way) => {
    for (const name of names) expect(await ways[way]!(name), name).toEqual({ status: 200, name });
  });

  it.each(all)('by %s, no name can look like another user’s', async (way) => {
    const taken = [];
    for (const [what, name] of deceptive) {
      if ((await ways[way]!(name)).status !== 400) taken.push(what);
    }
    expect(taken).toEqual([]);
  });

  it.each(all)('by %s, spaces and accents are normalized', async (way) => {
    for (const [given, name] of blanks) {
      expect(await ways[way]!(given), given).toEqual({ status: 200, name });
    }
  });

  const addresses = [
    'hanna',
    '<hanna@x.org>',
    '"hanna"@x.org',
    'ｈanna@x.org',
    'h\u200banna@x.org',
  ];
  const more = ['\u202ehanna@x.org', 'h\u0430nna@x.org', 'hanna@x', 'hanna@-x.org', 'hanna@x..org'];
  const others = [
    'hanna@x.org,',
    'han na@x.org',
    'hanna@x\u3002org',
    'hanna@x.o\u200drg',
    'a@b@x.org',
  ];

  it('no address can look like another, wherever it is given', async () => {
    const me = (await openGateways(t, await t.addUser()))[gateway];
    const takes: Record<string, (email: string) => Promise<Made>> = {
      join: (email) => ways['joining']!('Hanna Lind', email),
      create: (email) => ways['being created']!('Hanna Lind', email),
      change: (email) => me('PATCH', '/settings', { email }),
      give: async (new_email) =>
        owner('PATCH', `/users/${(await t.addUser()).user_id}`, { new_email }),
      invite: (email) =>
        owner('POST', '/invites', { invitee_emails: `${email} ,`, stream_ids: [] }),
    };
    const taken = [];
    for (const [way, take] of Object.entries(takes)) {
      for (const email of [...addresses, ...more, ...others]) {
        // A list of addresses parses these as one address each.
        if (way === 'invite' && ['<hanna@x.org>', 'hanna@x.org,'].includes(email)) continue;
        if ((await take(email)).status !== 400) taken.push(`${way} ${email}`);
      }
    }
    expect(taken).toEqual([]);
  });

  it('addresses in other alphabets are accepted', async () => {
    const host = gateway === 'key gateway' ? 'почта.рф' : '例え.jp';
    for (const email of [`анна@${host}`, `太郎@${host}`, `jörg+x@${host}`]) {
      expect(await ways['joining']!('Anna', email), email).toMatchObject({ status: 200 });
    }
  });
});

it('the first owner can’t have such a name or address either', async () => {
  const service = await assembleService(await emptyStore(), {
    baseUrl: 'http://localhost:4100',
    files: testFiles(),
    log: silentLog,
    clock: testClock(),
    rateLimits: null,
  });
  const input = { name: 'Name', full_name: 'Olga Owner', email: 'o@x.org', password };
  const wrong = [
    ...deceptive.map(([, full_name]) => ({ ...input, full_name })),
    ...['h\u200banna@x.org', '<h@x.org>', 'user1@localhost'].map((email) => ({ ...input, email })),
  ];
  for (const given of wrong) {
    await expect(service.createOrganization(given)).rejects.toMatchObject({ status: 400 });
  }
  const owner = await service.createOrganization({ ...input, full_name: ' Olga \u00a0Owner' });
  expect(owner.full_name).toBe('Olga Owner');
  await service.close();
});
