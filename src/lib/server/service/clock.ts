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
