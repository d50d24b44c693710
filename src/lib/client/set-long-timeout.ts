/** The longest time of a timer; what is longer goes off at once. */
const maxTimerDelay = 2 ** 31 - 1;

/** Runs it once when so many milliseconds are over, however many; the returned function cancels. */
export function setLongTimeout(milliseconds: number, run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = (left: number) => {
    timer = setTimeout(
      () => (left > maxTimerDelay ? wait(left - maxTimerDelay) : run()),
      Math.min(left, maxTimerDelay),
    );
  };
  wait(milliseconds);
  return () => clearTimeout(timer);
}
