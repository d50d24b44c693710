import { describe, expect, it } from 'vitest';
import { aChannel, aPerson } from '../../../../tests/support/state';
import { indexById } from '../../client/index-by-id';
import { formatQuery, parseQuery } from './query-grammar';
import { formatSearchHash, parseSearchHash } from './search-hash';
import type { SearchCatalog } from './search-catalog';
import { parseSearchLink } from './parse-search';
import { findRefusedTerm, resolveSearch, searchKey } from './resolve-search';

const channels = [
  aChannel(5, { name: 'design' }),
  aChannel(6, { name: 'design team' }),
  aChannel(7, { name: '5' }),
];
const users = [
  aPerson(3, { full_name: 'Ada Lovelace' }),
  aPerson(8, { full_name: 'Grace' }),
  aPerson(9, { full_name: 'Grace' }),
  aPerson(10, { full_name: 'Doe, Jane' }),
];

const known = (level = 420): SearchCatalog => ({
  user_id: 3,
  channels: indexById('stream_id', channels),
  users: indexById('user_id', users),
  level,
  isWhole: true,
});

describe('a search as a URL hash of the official app', () => {
  it.each([
    ['channel:design', 'narrow/channel/5-design'],
    ['channel:"design team" topic:"a/b c"', 'narrow/channel/6-design-team/topic/a.2Fb.20c'],
    ['channel:5 -has:link', 'narrow/channel/7-5/-has/link'],
    ['sender:me kites "at noon"', 'narrow/sender/3-Ada-Lovelace/search/kites.20.22at.20noon.22'],
    ['dm:8-Grace,9-Grace', 'narrow/dm/8,9-group'],
    ['dm:"10-Doe-Jane"', 'narrow/dm/10-Doe-Jane'],
    ['channels:public is:unread near:12', 'narrow/channels/public/is/unread/near/12'],
    ['topic:""', 'narrow/topic/'],
    ['-kites', 'narrow/-search/kites'],
  ])('formats %s as %s and parses it back', (query, hash) => {
    const terms = parseQuery(query);
    expect(formatSearchHash(terms, known())).toBe(hash);
    const back = parseSearchHash(`#${hash}`, known());
    expect(searchKey(back ?? [], known())).toBe(searchKey(terms, known()));
  });

  it('uses the operator names of an older server', () => {
    expect(formatSearchHash(parseQuery('channel:design channels:public'), known(249))).toBe(
      'narrow/stream/5-design/streams/public',
    );
  });

  it.each([
    ['#narrow/stream/5-old-name/subject/x', 'channel:design topic:x'],
    ['#narrow/stream/99-gone', 'channel:99-gone'],
    ['#narrow/pm-with/ada.40example.2Eorg', 'dm:ada@example.org'],
    ['#narrow/sender/person8.40example.2Ecom', 'sender:8-Grace'],
    ['#narrow/group-pm-with/8,9-group', 'dm-including:8-Grace,9-Grace'],
    ['#narrow/foo/bar/is/private', 'is:dm "foo:bar"'],
    ['#narrow/search/channel.3Adesign', '"channel:design"'],
    ['narrow/is/starred/', 'is:starred'],
  ])('parses %s as %s', (hash, query) => {
    expect(formatQuery(parseSearchHash(hash, known()) ?? [])).toBe(query);
  });

  it.each(['#narrow', '#narrow/', '#settings/x', '#narrow/topic/.E0.A4.A'])(
    'rejects %s',
    (hash) => {
      expect(parseSearchHash(hash, known())).toBeNull();
    },
  );

  it.each([
    ['https://chat.example.org/#narrow/is/unread', 'is:unread'],
    [' #narrow/is/unread ', 'is:unread'],
    ['/#narrow/channel/5-x', 'channel:design'],
    ['https://chat.example.org/search?q=is%3Aunread+kites', 'is:unread kites'],
    ['https://chat.example.org/search?narrow=is/unread', 'is:unread'],
    ['https://elsewhere.example/#narrow/is/unread', undefined],
    ['see #narrow/is/unread', undefined],
    ['kites', undefined],
  ])('is parsed when %s is pasted', (text, query) => {
    const found = parseSearchLink(text, ['https://chat.example.org'], known());
    expect(found ? formatQuery(found) : undefined).toBe(query);
  });
});

describe('a resolved search', () => {
  const narrow = (query: string, level?: number) =>
    resolveSearch(parseQuery(query), known(level)).narrow;
  const problems = (query: string, level?: number) =>
    [...resolveSearch(parseQuery(query), known(level)).problems.values()].map(({ kind }) => kind);

  it('has ids instead of names', () => {
    expect(narrow('channel:Design sender:me topic:x -has:link kites')).toEqual([
      { operator: 'channel', operand: 5 },
      { operator: 'sender', operand: 3 },
      { operator: 'topic', operand: 'x' },
      { operator: 'has', operand: 'link', negated: true },
      { operator: 'search', operand: 'kites' },
    ]);
    expect(narrow('dm:"Doe, Jane" dm-including:8-Grace,9')).toEqual([
      { operator: 'dm', operand: [10] },
      { operator: 'dm-including', operand: [8, 9] },
    ]);
    expect(narrow('dm:me')).toEqual([{ operator: 'dm', operand: [3] }]);
  });

  it.each([
    ['channel:nowhere', ['channel']],
    ['sender:Grace', ['several']],
    ['sender:nobody', ['person']],
    ['is:lost', ['value']],
    ['near:x', ['id']],
    ['channel:design is:dm', ['together']],
    ['channel:design -is:dm', []],
    ['is:constructor', ['value']],
  ])('reports %s as %s', (query, kinds) => {
    expect(problems(query)).toEqual(kinds);
  });

  it('contains nothing that an older server lacks', () => {
    expect(problems('is:muted is:followed has:reaction with:5', 247)).toEqual(
      Array(4).fill('level'),
    );
    expect(problems('is:muted is:followed has:reaction with:5', 366)).toEqual([]);
  });

  it('uses names until the directory has loaded', () => {
    const empty = { ...known(), channels: new Map(), users: new Map(), isWhole: false };
    expect(resolveSearch(parseQuery('channel:design from:ada@example.org'), empty).narrow).toEqual([
      { operator: 'channel', operand: 'design' },
      { operator: 'sender', operand: 'ada@example.org' },
    ]);
  });

  it.each([
    ["unknown channel 'design'", 'channel:design'],
    ['unknown user in x', 'sender:8-Grace'],
    ["unknown 'is' operand starred", 'is:starred'],
  ])('attributes the error %s to %s', (desc, culprit) => {
    const fault = findRefusedTerm(
      desc,
      parseQuery('channel:design sender:8-Grace is:starred kites'),
    );
    expect(formatQuery(fault ? [fault] : [])).toBe(culprit);
  });
});
