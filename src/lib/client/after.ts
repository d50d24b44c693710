/** The longest time of a timer; what is longer goes off at once. */
const longest = 2 ** 31 - 1;

/** Runs it once when so many milliseconds are over, however many; the returned function cancels. */
export function after(milliseconds: number, run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = (left: number) => {
    timer = setTimeout(
      () => (left > longest ? wait(left - longest) : run()),
      Math.min(left, longest),
    );
  };
  wait(milliseconds);
  return () => clearTimeout(timer);
}
