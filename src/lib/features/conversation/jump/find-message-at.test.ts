import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findMessageAt, type MessagePageReader } from './find-message-at';

/** A server with these messages that counts requests. */
function serverOf(all: readonly { readonly id: number; readonly timestamp: number }[]) {
  let requestCount = 0;
  const read: MessagePageReader = (anchor, num_before, num_after) => {
    requestCount++;
    const at = anchor === 'newest' ? Infinity : anchor === 'oldest' ? 0 : anchor;
    const before = all.filter(({ id }) => id < at);
    const from = all.filter(({ id }) => id >= at);
    const isThere = from[0]?.id === at;
    return Promise.resolve([
      ...(num_before > 0 ? before.slice(-num_before) : []),
      ...from.slice(0, num_after + (isThere ? 1 : 0)),
    ]);
  };
  return { read, requestCount: () => requestCount };
}

const history = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 0, max: 100_000 })), {
    maxLength: 300,
  })
  .map((steps) => {
    let [id, timestamp] = [0, 1_700_000_000];
    return steps.map(([ids, seconds]) => ({ id: (id += ids), timestamp: (timestamp += seconds) }));
  });

describe('the first message from a time on', () => {
  it('equals the result of a linear search, for any distribution of messages', async () => {
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.double({ min: -0.1, max: 1.1, noNaN: true }),
        async (all, share) => {
          const [first, last] = [all[0]?.timestamp ?? 0, all.at(-1)?.timestamp ?? 0];
          const moment = Math.round(first + (last - first) * share);
          const expected = all.find(({ timestamp }) => timestamp >= moment) ?? all.at(-1);
          expect(await findMessageAt(moment, serverOf(all).read)).toBe(expected?.id);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('is found in few requests among very many messages', async () => {
    // Years without messages, then a burst.
    const all = Array.from({ length: 50_000 }, (_, at) => ({
      id: 3 * at + 1,
      timestamp: at < 100 ? at * 1_000_000 : 100_000_000 + at,
    }));
    const server = serverOf(all);
    expect(await findMessageAt(100_000_000 + 31_000, server.read)).toBe(3 * 31_000 + 1);
    expect(server.requestCount()).toBeLessThan(25);
  });
});
