/** Injected time, so that tests decide what now is and when work runs. Keeps no process alive. */
export interface ServiceClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs `work` again and again until the returned function is called. */
  every(milliseconds: number, work: () => void): () => void;
  /** Runs `work` once, when `now()` has come to `time`, unless the returned function is called. */
  at(time: number, work: () => void): () => void;
}

/** The clock may be set while a timer runs; it is looked at again after so many milliseconds. */
const maxSleepMilliseconds = 1_000;

export const systemClock: ServiceClock = {
  now: () => Date.now(),
  every: (milliseconds, work) => {
    const timer = setInterval(work, milliseconds);
    timer.unref();
    return () => clearInterval(timer);
  },
  at: (time, work) => {
    let timer: NodeJS.Timeout;
    const nap = () => {
      const left = Math.max(time - Date.now(), 0);
      timer = setTimeout(
        () => (Date.now() < time ? nap() : work()),
        Math.min(left, maxSleepMilliseconds),
      );
      timer.unref();
    };
    nap();
    return () => clearTimeout(timer);
  },
};
