/**
 * Injected time, so that tests control the current time and when work runs. Doesn't keep the
 * process alive.
 */
export interface ServiceClock {
  /** In milliseconds since 1970. */
  now(): number;
  /** Runs `work` repeatedly until the returned function is called. */
  every(milliseconds: number, work: () => void): () => void;
  /** Runs `work` once `now()` reaches `time`, unless the returned function is called before. */
  at(time: number, work: () => void): () => void;
}

/**
 * The system clock can change while a timer runs, so it is checked again after this many
 * milliseconds.
 */
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
