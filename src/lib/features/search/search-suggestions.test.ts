import { describe, expect, it } from 'vitest';
import { aChannel, aPerson } from '../../../../tests/support/state';
import { indexById } from '../../client/index-by-id';
import { NameIndex } from '../../writing/recipients/name-index';
import { formatQuery, formatPill, parseQuery } from './query-grammar';
import { ignoredWords } from './ignored-words';
import {
  completedTerms,
  unfinishedPartOf,
  suggestTerms,
  type SuggestionSources,
} from './search-suggestions';
import { widerSearches } from './wider-searches';

const channels = ['design', 'design team', 'general'].map((name, at) => aChannel(at + 5, { name }));
const users = ['Grace Hopper', 'Ada Lovelace', 'Bo'].map((full_name, at) =>
  aPerson(at + 3, { full_name }),
);

const sources = (level = 420): SuggestionSources => ({
  channels: new NameIndex(channels, ({ name }) => name),
  people: new NameIndex(users, ({ full_name }) => full_name),
  known: {
    user_id: 5,
    channels: indexById('stream_id', channels),
    users: indexById('user_id', users),
    level,
    isWhole: true,
  },
  topics: ['new logo', 'Old one'],
  channelWeight: () => 0,
  personWeight: () => 0,
});

const offered = (text: string, level?: number, terms = '') =>
  suggestTerms(unfinishedPartOf(text), parseQuery(terms), sources(level)).map((one) =>
    one.kind === 'operator' ? `${one.negated ? '-' : ''}${one.operator}:` : formatPill(one.term),
  );

describe('suggestions while typing a search', () => {
  it.each([
    ['channel:des', ['channel:design', 'channel:"design team"']],
    ['kites stream:"design t', ['channel:"design team"']],
    ['-from:gr', ['-sender:"Grace Hopper"']],
    ['dm:Bo,ad', ['dm:"Bo,Ada Lovelace"']],
    ['topic:lo', ['topic:"new logo"']],
    ['has:im', ['has:image']],
    ['is:re', ['is:resolved']],
    ['near:1', []],
    ['nothing that is there', []],
  ])('for %s', (text, wanted) => {
    expect(offered(text)).toEqual(wanted);
  });

  it('start with operators, followed by their values', () => {
    expect(offered('from')).toContain('sender:');
    expect(offered('-ha')[0]).toBe('-has:');
    expect(offered('imag')).toContain('has:image');
    expect(offered('gener')).toContain('channel:general');
    expect(offered('grace')).toContain('sender:"Grace Hopper"');
  });

  it('include nothing the server lacks, and nothing twice', () => {
    expect(offered('is:', 247)).not.toContain('is:followed');
    expect(offered('has:', 247)).not.toContain('has:reaction');
    expect(offered('with', 247)).not.toContain('with:');
    expect(offered('with')).toContain('with:');
    expect(offered('has:im', 420, 'has:image')).toEqual([]);
  });
});

describe('a space', () => {
  const pills = (text: string) => {
    const made = completedTerms(text, sources());
    return made && formatQuery(made);
  };

  it.each([
    ['has:image', 'has:image'],
    ['kites channel:general', 'channel:general kites'],
    ['from:me', 'sender:me'],
    ['near:12', 'near:12'],
    ['topic:other', 'topic:other'],
  ])('completes %s', (text, made) => {
    expect(pills(text)).toBe(made);
  });

  it.each(['kites', 'channel:', 'channel:design', 'from:Grace', 'topic:new', 'topic:"any thing'])(
    'continues %s',
    (text) => {
      expect(pills(text)).toBeUndefined();
    },
  );
});

describe('a search without results', () => {
  it('can be widened by leaving out each part', () => {
    const wider = (query: string) =>
      widerSearches(parseQuery(query)).map(({ terms }) => formatQuery(terms));
    expect(wider('channel:design red kites')).toEqual([
      'red kites',
      'channel:design kites',
      'channel:design red',
    ]);
    expect(wider('kites')).toEqual(['channels:public kites']);
    expect(wider('from:Bo "red kites"')).toEqual([
      'channels:public sender:Bo "red kites"',
      '"red kites"',
      'sender:Bo',
    ]);
    expect(wider('is:starred')).toEqual([]);
  });

  it('reports words that nearly every message contains', () => {
    expect(ignoredWords('What is the plan')).toEqual(['what', 'is', 'the']);
    expect(ignoredWords('"the plan" kites')).toEqual([]);
  });
});
