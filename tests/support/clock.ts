import type { Clock } from '$lib/server/service/clock';

/** A clock that stands still until it is told to move; then periodic work runs when it is due. */
export interface TestClock extends Clock {
  advance(milliseconds: number): void;
}

export function testClock(start = Date.UTC(2026, 0, 5, 9)): TestClock {
  let now = start;
  const jobs = new Set<{ due: number; readonly interval: number; readonly work: () => void }>();
  return {
    now: () => now,
    every(interval, work) {
      const job = { due: now + interval, interval, work };
      jobs.add(job);
      return () => void jobs.delete(job);
    },
    advance(milliseconds) {
      const end = now + milliseconds;
      for (;;) {
        const next = [...jobs].sort((a, b) => a.due - b.due)[0];
        if (!next || next.due > end) break;
        now = next.due;
        next.due += next.interval;
        next.work();
      }
      now = end;
    },
  };
}
