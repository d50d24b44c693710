/** The last second of the year 9999 in UNIX seconds: later ones cannot be written in four digits. */
export const lastInstant = 253_402_300_799;

/** Injected time, so that tests decide what now is and when periodic work runs. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs `work` again and again until the returned function is called. Never keeps a process alive. */
  every(milliseconds: number, work: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  every: (milliseconds, work) => {
    const timer = setInterval(work, milliseconds);
    timer.unref();
    return () => clearInterval(timer);
  },
};
