/**
 * Runs it while no other tab of this browser runs one for the account. Where the browser has no
 * locks (plain http) it runs at once: no message is made that the server's list has already.
 */
export function inRecurrenceLock<T>(account: string, run: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return run();
  return navigator.locks.request(`inkwell.series/${account}`, run);
}
