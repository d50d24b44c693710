/**
 * Runs tasks of the same name one after another across all tabs of the browser. Without the Web
 * Locks API (plain http) only tasks of the same tab are serialized.
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
