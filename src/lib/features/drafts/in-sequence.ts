/**
 * Runs one thing after the other, in all tabs of the browser that know the name. Where the browser has
 * no locks (plain http) each tab has turns of its own.
 */
export function inSequence(name: string): <T>(run: () => Promise<T>) => Promise<T> {
  if ('locks' in navigator) return (run) => navigator.locks.request(name, run);
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const turn = last.then(run);
    last = turn.catch(() => undefined);
    return turn;
  };
}
