import { describe, expect, it } from 'vitest';
import type { DraftView } from './engine/draft-view';
import { stalledKeys, sendStatusOf } from './send-status';

type SendingState = NonNullable<DraftView['sending']>['state'];

const draft = (key: string, state?: SendingState): DraftView => ({
  key,
  body: { type: 'private', to: [8], topic: '', content: key },
  updatedAt: 0,
  sync: 'saved',
  reason: null,
  conflicted: false,
  conflictOf: null,
  revived: false,
  removed: false,
  held: false,
  sending: state ? { state, reason: null } : null,
});

const nothing = new Set<string>();
const awaited = (key: string) => (key === 'files' ? 'files' : key === 'person' ? 'person' : null);

describe('sendStatusOf', () => {
  it.each([
    ['plain', undefined, 'draft'],
    ['refused', 'failed', 'failed'],
    ['lost', 'unknown', 'failed'],
    ['person', undefined, 'failed'],
    ['files', undefined, 'waiting'],
    ['held', 'queued', 'waiting'],
    ['quick', 'inflight', 'draft'],
  ] as const)('lists a draft that is %s and %s under %s', (key, state, standing) => {
    expect(sendStatusOf(draft(key, state), awaited, new Set(['held']))).toBe(standing);
  });
});

describe('stalledKeys', () => {
  const list = [draft('a', 'queued'), draft('b', 'checking'), draft('c', 'failed'), draft('d')];

  it('holds messages that wait for the server or for a check', () => {
    expect([...stalledKeys(list, false, nothing)]).toEqual(['a', 'b']);
    expect([...stalledKeys(list, true, nothing)]).toEqual(['b']);
  });

  it('keeps earlier messages until they are sent or have failed', () => {
    expect([...stalledKeys(list, true, new Set(['a', 'c', 'd']))]).toEqual(['a', 'b']);
  });
});
