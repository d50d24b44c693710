import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aChannel, aPerson } from '../../../../../tests/support/state';
import { decodeHashPart } from '../../../client/navigation/narrow-link';
import { rankByName } from '../../../writing/recipients/rank-by-name';
import { NameIndex } from '../../../writing/recipients/name-index';
import { emojiForEmoticon, emojiSuggestionsFor } from '../emoji/emoji-suggestions';
import { proximityScoreOf } from './proximity';
import {
  indexChannels,
  indexGroups,
  indexPeople,
  completionOptionsFor,
  type CompletionContext,
} from './completion-options';
import { channelReference } from './references';
import { completionTriggerAt } from './completion-trigger';

const at = (text: string) => {
  const caret = text.indexOf('|');
  return completionTriggerAt(text.replace('|', ''), caret);
};

describe('what is being typed', () => {
  it.each([
    ['hi @gra|', { kind: 'mention', isSilent: false, query: 'gra', from: 3 }],
    ['@|', { kind: 'mention', isSilent: false, query: '', from: 0 }],
    ['@_**Grace Ho|', { kind: 'mention', isSilent: true, query: 'Grace Ho', from: 0 }],
    ['see #des| later', { kind: 'channel', query: 'des', from: 4 }],
    ['#**design>lo|', { kind: 'topic', channel: 'design', query: 'lo', from: 0 }],
    ['#**design**>lo|', { kind: 'topic', channel: 'design', query: 'lo', from: 0 }],
    ['#**design** >lo|', { kind: 'topic', channel: 'design', query: 'lo', from: 0 }],
    ['ok :smi|', { kind: 'emoji', query: 'smi', from: 3 }],
    ['so :)|', { kind: 'face', query: ':)', from: 3 }],
    ["ok\n:'(|", { kind: 'face', query: ":'(", from: 3 }],
    ['/po|', { kind: 'slash', query: 'po', from: 0 }],
    ['a\n```py|', { kind: 'language', query: 'py', from: 5 }],
    ['at <time:tomorrow 9|', { kind: 'time', query: 'tomorrow 9', from: 3 }],
  ])('%s', (text, wanted) => {
    const from = wanted.kind === 'channel' ? { ...wanted } : wanted;
    expect(at(text)).toEqual(from);
  });

  it.each([
    'ada@exam|',
    'x:smile|',
    'f(:)|',
    '`:)|',
    '12:30|',
    '`@gra|',
    '```\n@gra|',
    'a\n/po|',
    '# Title|',
    'C#|',
    '#**design** > lo|',
  ])('nothing in %j', (text) => expect(at(text)).toBeNull());
});

describe('names', () => {
  it('finds what a full sort finds', () => {
    const texts = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'é', ' ') }), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(texts, fc.constantFrom('a', 'b', 'ab', ''), (texts, query) => {
        const names = new NameIndex(texts, (one) => one);
        const best = names.find(query, 5);
        expect(best).toHaveLength(Math.min(5, rankByName(texts, query, (one) => one).length));
        // The first results must equal those of a full sort.
        expect(names.find(query, texts.length).slice(0, 5)).toEqual(best);
      }),
    );
  });
});

const near: CompletionContext = {
  proximity: proximityScoreOf({ participants: new Map([[3, 0]]), members: undefined, recent: [] }),
  subscribed: new Set([2]),
  topics: ['logo', 'launch'],
  emoji: (query) => emojiSuggestionsFor({ id: 'nobody', state: null }, query, 8),
  emoticon: emojiForEmoticon,
  isChannel: true,
  canMention: ({ name }) => name !== 'greybeards',
  level: 250,
  times: () => [{ label: 'Tomorrow', iso: '2026-11-22T09:00:00+01:00' }],
  words: { all: 'a', topic: 't', group: 'g', me: 'm', poll: 'p', todo: 'd' },
};
const index = {
  ...indexPeople([
    aPerson(1, { full_name: 'Grace Hopper' }),
    aPerson(2, { full_name: 'Grace Hopper' }),
    aPerson(3, { full_name: 'Greta' }),
    aPerson(4, { full_name: 'Gregor', is_active: false }),
  ]),
  channels: indexChannels([
    aChannel(1, { name: 'design' }),
    aChannel(2, { name: 'desk' }),
    aChannel(3, { name: 'desert', is_archived: true }),
    aChannel(4, { name: 'de*lta' }),
  ]),
  groups: indexGroups([
    { id: 9, name: 'greeters' },
    { id: 10, name: 'greybeards' },
    { id: 11, name: 'greenhorns', deactivated: true },
  ]),
};
const inserts = (text: string, more: Partial<CompletionContext> = {}) =>
  completionOptionsFor(at(text)!, index, { ...near, ...more }).map((option) => option.insert);

describe('people', () => {
  it('get their id when the name alone would mention something else', () => {
    const names = ['Sam Lee', 'SAM LEE', 'İrem', 'irem', 'ΝΙΚΟΣ', 'Νίκος', 'Kim', 'kim', 'Ada'];
    const others = ['all', 'Everyone', 'topic', 'channel', 'stream'];
    const people = [...names, ...others].map((full_name, at) =>
      aPerson(at + 1, { full_name, is_active: full_name !== 'kim' }),
    );
    const all = { ...index, ...indexPeople(people) };
    for (const { user_id, full_name, is_active } of people) {
      if (!is_active) continue;
      const written = completionOptionsFor(at(`@${full_name}|`)!, all, near).flatMap((option) =>
        option.kind === 'person' && option.user.user_id === user_id ? option.insert : [],
      );
      const isAlone = ['ΝΙΚΟΣ', 'Νίκος', 'Ada'].includes(full_name);
      expect(written).toEqual([`@**${full_name}${isAlone ? '' : `|${user_id}`}** `]);
    }
  });

  const called = (user_id: number) => aPerson(user_id, { full_name: `Kim ${9 - user_id}` });
  const found = (circles: Partial<Parameters<typeof proximityScoreOf>[0]>) => {
    const nearness = proximityScoreOf({
      participants: undefined,
      members: undefined,
      recent: [],
      ...circles,
    });
    const people = indexPeople([1, 2, 3, 4, 5].map(called));
    return completionOptionsFor(
      at('@kim|')!,
      { ...index, ...people },
      { ...near, proximity: nearness },
    ).flatMap((option) => (option.kind === 'person' ? option.user.user_id : []));
  };

  it('are ordered by conversation, then channel, then recent use, then name', () => {
    expect(found({})).toEqual([5, 4, 3, 2, 1]);
    expect(found({ recent: [1, 2] })).toEqual([1, 2, 5, 4, 3]);
    expect(found({ recent: [1], members: new Set([2, 3]) })).toEqual([3, 2, 1, 5, 4]);
    const members = new Set([2, 3, 4]);
    const participants = new Map([
      [4, 0.1],
      [1, 0.9],
    ]);
    expect(found({ recent: [2, 1], members, participants })).toEqual([1, 4, 2, 3, 5]);
  });
});

describe('completions', () => {
  it('puts people in the topic first, tells namesakes apart, and omits deactivated people', () => {
    expect(inserts('@gre|')).toEqual(['@**Greta** ', '@*greeters* ']);
    expect(inserts('@gr|')).toEqual([
      '@**Greta** ',
      '@**Grace Hopper|1** ',
      '@**Grace Hopper|2** ',
      '@*greeters* ',
    ]);
    expect(inserts('@_gret|')).toEqual(['@_**Greta** ']);
  });

  it('omits deactivated groups, and suggests a silent mention where the writer lacks permission', () => {
    expect(inserts('@greyb|')).toEqual([]);
    expect(inserts('@_greyb|')).toEqual(['@_*greybeards* ']);
    expect(inserts('@_green|')).toEqual([]);
  });

  it('suggests wildcards only in channels, and never silent ones', () => {
    expect(inserts('@al|')).toEqual(['@**all** ']);
    expect(inserts('@al|', { isChannel: false })).toEqual([]);
    expect(inserts('@_al|')).toEqual([]);
  });

  it('completes channels, subscribed ones first, then their topics', () => {
    expect(inserts('#de|')).toEqual([
      '#**desk** ',
      '[#de&#42;lta](#narrow/channel/4-de.2Alta) ',
      '#**design** ',
    ]);
    expect(inserts('#de|', { level: 249 })[1]).toBe('[#de&#42;lta](#narrow/stream/4-de.2Alta) ');
    expect(inserts('#**design>l|')).toEqual(['#**design>logo** ', '#**design>launch** ']);
  });

  it('completes emoji by name, alias and keyword, and emoticons', () => {
    expect(inserts(':smile|')[0]).toBe('🙂 ');
    expect(inserts(':thumbs_u|')).toEqual(['👍 ']);
    expect(inserts(':white_ch|')).toContain('✅ ');
    expect(inserts(':hooray|')).toContain('🎉 ');
    expect(inserts(':)|')).toEqual(['🙂 ']);
    expect(inserts(':x|')).toEqual([]);
  });

  it('completes times, languages and commands', () => {
    expect(inserts('<time:tom|')).toEqual(['<time:2026-11-22T09:00:00+01:00> ']);
    expect(inserts('```pyt|')).toEqual(['python\n']);
    expect(inserts('/p|')).toEqual(['/poll ']);
  });

  it('leaves Enter alone after the whole name of a language', () => {
    for (const name of ['js', 'c', 'java', 'r', 'quote']) {
      expect(inserts(`\`\`\`${name}|`)).toEqual([]);
    }
  });
});

it('writes every name of a channel and topic so that it can be parsed again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (topic) => {
      const written = channelReference({ stream_id: 5, name: 'a*b' }, topic, 250);
      const slug = /\/topic\/([^)]*)\)$/.exec(written)?.[1] ?? '';
      expect(decodeHashPart(slug)).toBe(topic);
    }),
  );
});

it('writes a topic that ends like a message id as a link', () => {
  const channel = { stream_id: 5, name: 'general' };
  expect(channelReference(channel, 'deploy@42', 250)).toBe(
    '[#general &#62; deploy@42](#narrow/channel/5-general/topic/deploy.4042)',
  );
  expect(channelReference(channel, '42@deploy', 250)).toBe('#**general>42@deploy**');
});
