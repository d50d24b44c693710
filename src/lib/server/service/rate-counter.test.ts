import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testClock } from '../../../../tests/support/clock';
import { RateCounter, type CountExchange } from './rate-counter';
import type { WindowCount } from './shared-counts';

const rule = { points: 200, seconds: 60 };

/** Counts shared by processes, in memory. `wait` delays each reply. */
function shared(clock: { now(): number }, wait: () => Promise<void> = async () => undefined) {
  const counts = new Map<string, Omit<WindowCount, 'key'>>();
  const announced: WindowCount[] = [];
  const exchange: CountExchange = async (given) => {
    for (const one of given) {
      announced.push(one);
      const { key, count, ends } = one;
      const known = counts.get(key);
      const runs = known && known.ends > clock.now() ? known : { count: 0, ends };
      counts.set(key, { count: runs.count + count, ends: runs.ends });
    }
    const storedCounts = new Map(given.map(({ key }) => [key, counts.get(key)!]));
    await wait();
    return storedCounts;
  };
  return { exchange, announced };
}

describe('in one process', () => {
  it('allows the limit per window, and again in the next one', async () => {
    const clock = testClock();
    const counter = new RateCounter(clock);
    const take = () => counter.take('a', { points: 2, seconds: 60 });
    const ends = clock.now() + 60_000;
    expect(await take()).toEqual({ isAllowed: true, remaining: 1, ends, wait: 60 });
    clock.advance(20_000);
    expect(await take()).toEqual({ isAllowed: true, remaining: 0, ends, wait: 40 });
    expect(await take()).toEqual({ isAllowed: false, remaining: 0, ends, wait: 40 });
    expect((await counter.take('b', rule)).isAllowed).toBe(true);
    clock.advance(40_000);
    expect(await take()).toMatchObject({ isAllowed: true, remaining: 1 });
  });
});

describe('in several processes', () => {
  it('allows the limit plus at most 3 % per process, in any order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 60 })), { maxLength: 40 }),
        fc.scheduler(),
        async (processes, calls, scheduler) => {
          const clock = testClock();
          const { exchange } = shared(clock, () => scheduler.schedule(Promise.resolve()));
          const counters = Array.from(
            { length: processes },
            () => new RateCounter(clock, exchange),
          );
          // Processes that have run for a while need fewer exchanges.
          clock.advance(60_000);
          const takes = calls.flatMap(([place, times]) => {
            const counter = counters[place % processes]!;
            return Array.from({ length: times }, () => counter.take('a', rule));
          });
          const taken = await scheduler.waitFor(Promise.all(takes));
          const granted = taken.filter(({ isAllowed }) => isAllowed).length;
          expect(granted).toBeGreaterThanOrEqual(Math.min(takes.length, rule.points));
          expect(granted).toBeLessThanOrEqual(rule.points + processes * 6);
        },
      ),
    );
  });

  it('allows no more than the limit when requests alternate between processes', async () => {
    const clock = testClock();
    const { exchange, announced } = shared(clock);
    const counters = Array.from({ length: 3 }, () => new RateCounter(clock, exchange));
    let granted = 0;
    for (let i = 0; i < 300; i++) {
      if ((await counters[i % 3]!.take('a', rule)).isAllowed) granted++;
    }
    expect(granted).toBe(200);
    // One exchange per request near the limit, one per three before it, and none once it is used
    // up.
    expect(announced.length).toBeLessThan(110);
  });

  it('doesn’t exchange counts for a client with few requests', async () => {
    const clock = testClock();
    const { exchange, announced } = shared(clock);
    const counter = new RateCounter(clock, exchange);
    clock.advance(60_000);
    for (let i = 0; i < 100; i++) {
      await counter.take('a', rule);
      clock.advance(30_000);
    }
    expect(announced).toEqual([]);
  });

  it('doesn’t reset a client’s count when a process is killed and restarted', async () => {
    const clock = testClock();
    const { exchange } = shared(clock);
    for (let i = 0; i < 200; i++) await new RateCounter(clock, exchange).take('a', rule);
    expect((await new RateCounter(clock, exchange).take('a', rule)).isAllowed).toBe(false);
  });

  it('uses its own count while the others can’t be reached', async () => {
    const clock = testClock();
    const lost = () => Promise.reject(new Error('lost'));
    const counter = new RateCounter(clock, lost);
    let granted = 0;
    for (let i = 0; i < 300; i++) if ((await counter.take('a', rule)).isAllowed) granted++;
    expect(granted).toBe(200);
  });

  it('starts a new window when the shared one has ended', async () => {
    const clock = testClock();
    const { exchange } = shared(clock);
    const [one, other] = [new RateCounter(clock, exchange), new RateCounter(clock, exchange)];
    for (let i = 0; i < 200; i++) await one.take('a', rule);
    clock.advance(30_000);
    expect(await other.take('a', rule)).toMatchObject({ isAllowed: false, wait: 30 });
    clock.advance(30_000);
    for (const counter of [one, other]) {
      expect((await counter.take('a', rule)).isAllowed).toBe(true);
    }
  });
});
