import type { ServiceClock } from '$lib/server/service/clock';

/** A clock that only moves when a test advances it; then the work that is due runs. */
export interface TestClock extends ServiceClock {
  advance(milliseconds: number): void;
}

interface Job {
  due: number;
  /** Null for work that runs once. */
  readonly interval: number | null;
  readonly work: () => void;
}

export function testClock(start = Date.UTC(2026, 0, 5, 9)): TestClock {
  let now = start;
  const jobs = new Set<Job>();
  const add = (job: Job) => {
    jobs.add(job);
    return () => void jobs.delete(job);
  };
  return {
    now: () => now,
    every: (interval, work) => add({ due: now + interval, interval, work }),
    at: (time, work) => add({ due: Math.max(time, now), interval: null, work }),
    advance(milliseconds) {
      const end = now + milliseconds;
      for (;;) {
        const next = [...jobs].sort((a, b) => a.due - b.due)[0];
        if (!next || next.due > end) break;
        now = next.due;
        if (next.interval === null) jobs.delete(next);
        else next.due += next.interval;
        next.work();
      }
      now = end;
    },
  };
}
