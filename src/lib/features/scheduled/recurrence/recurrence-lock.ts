/**
 * Runs `run` while no other tab of this browser runs one for the account. Without the Web Locks API
 * (plain http) it runs immediately: steps still never create a message that is already in the
 * server's list.
 */
export function inRecurrenceLock<T>(account: string, run: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return run();
  return navigator.locks.request(`inkwell.series/${account}`, run);
}
