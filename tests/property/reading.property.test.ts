import process from 'node:process';
import { describe, expect, it } from 'vitest';
import * as store from '../../src/lib/features/conversation/list/message-cache';
import { readingHistory, type Store } from './reading/history';
import { simulateReading } from './reading-simulation';

/** Enough to find each planted fault; `npm run simulate -- reading` runs any number. */
const enough = 1_500;
const histories = process.env.INKWELL_ALL === '1' ? 10_000 : 750;

describe('lists of messages', () => {
  it('show what the server has, for every order of pages, events and outages', () => {
    expect(Object.fromEntries(simulateReading(store, histories, 1))).toEqual({});
  }, 120_000);
});

/** Lists with one fault each. */
const faults: Readonly<Record<string, Partial<Store>>> = {
  'forgets what came while a page was on its way': {
    applyServerEvents: (held, events, policies) => {
      const next = store.applyServerEvents(held, events, policies);
      const windows = [...next.windows].map(
        ([key, window]) =>
          [
            key,
            { ...window, requests: held.windows.get(key)?.requests ?? window.requests },
          ] as const,
      );
      return { ...next, windows: new Map(windows) };
    },
  },
  'takes an answer that nobody waits for any more': {
    applyNewQueue: (held) => {
      const next = store.applyNewQueue(held);
      const windows = [...next.windows].map(
        ([key, window]) =>
          [
            key,
            { ...window, requests: held.windows.get(key)?.requests ?? window.requests },
          ] as const,
      );
      return { ...next, windows: new Map(windows) };
    },
  },
  'holds what an outage has made old': {
    applyNewQueue: (held) => ({ ...store.applyNewQueue(held), old: new Set() }),
  },
  'does not see that others have moved in': {
    applyServerEvents: (held, events, policies) => {
      const next = store.applyServerEvents(held, events, policies);
      const windows = [...next.windows].map(
        ([key, window]) =>
          [key, { ...window, isStale: held.windows.get(key)?.isStale ?? false }] as const,
      );
      return { ...next, windows: new Map(windows) };
    },
  },
  'calls a list whole that failed to come': {
    failPageRequest: (held, key, number, failure) => {
      const next = store.failPageRequest(held, key, number, failure);
      const window = next.windows.get(key);
      if (!window) return next;
      return { ...next, windows: new Map(next.windows).set(key, { ...window, isStale: false }) };
    },
  },
};

describe('the reading simulation catches a list that', () => {
  it.each(Object.entries(faults))(
    '%s',
    (_name, fault) => {
      const subject = { ...store, ...fault };
      const seeds = Array.from({ length: enough }, (_, index) => index + 1);
      expect(seeds.find((seed) => readingHistory(subject, seed) !== null)).toBeDefined();
    },
    120_000,
  );
});
