import { createLock, deleteLock } from './database-locks';

/** False on plain http. */
export const hasLocks = () => 'locks' in navigator;

/**
 * Calls back with true once this tab leads, until the returned function is called. One tab of the
 * browser leads; when it closes or crashes, the next one does. If the browser has no locks (plain
 * http), every tab leads, and the draft engine relies on its rules for copies.
 */
export function competeForLead(name: string, leads: (leading: boolean) => void): () => void {
  const stop = new AbortController();
  if (!hasLocks()) {
    leads(true);
    return () => undefined;
  }
  const held = new Promise<void>((release) => {
    stop.signal.addEventListener('abort', () => release());
  });
  navigator.locks
    .request(name, { signal: stop.signal }, () => {
      leads(true);
      return held;
    })
    .catch(() => undefined);
  return () => stop.abort();
}

/** Runs `run` when nothing else in this browser runs under the same name. */
export async function runExclusive<T>(name: string, run: () => Promise<T>): Promise<T> {
  if (hasLocks()) return navigator.locks.request(name, run);
  const release = await waitForLock(`inkwell.lock.${name}`);
  try {
    return await run();
  } finally {
    release();
  }
}

async function waitForLock(name: string): Promise<() => void> {
  for (;;) {
    const release = await createLock(name);
    if (release) return release;
    await deleteLock(name);
  }
}
