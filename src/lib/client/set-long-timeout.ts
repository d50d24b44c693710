/** The longest timer delay; longer ones fire immediately. */
const maxTimerDelay = 2 ** 31 - 1;

/** A setTimeout without an upper limit; the returned function cancels. */
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
