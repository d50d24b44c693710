/**
 * Takes the locks that no other tab holds, until `release` is called. Browsers without locks (plain
 * http) grant all: then a file can be uploaded twice, but is linked in its draft once.
 */
export async function acquireFreeLocks(
  names: readonly string[],
): Promise<{ readonly taken: readonly string[]; readonly release: () => void }> {
  const { locks } = navigator;
  if (!locks) return { taken: names, release: () => undefined };
  const releases: (() => void)[] = [];
  const taken = await Promise.all(
    names.map(
      (name) =>
        new Promise<string | null>((tell) => {
          void locks
            .request(name, { ifAvailable: true }, (lock) => {
              tell(lock && name);
              if (lock) return new Promise<void>((release) => releases.push(release));
            })
            .catch(() => tell(null));
        }),
    ),
  );
  return {
    taken: taken.filter((name) => name !== null),
    release: () => releases.forEach((release) => release()),
  };
}

/**
 * Waits until the tab that holds the lock releases it or is closed, and takes it. Returns the
 * release function, or null if `signal` aborts or the browser has no locks.
 */
export async function acquireLockWhenFree(
  name: string,
  signal: AbortSignal,
): Promise<(() => void) | null> {
  const { locks } = navigator;
  if (!locks) return null;
  return new Promise((tell) => {
    void locks
      .request(name, { signal }, () => new Promise<void>((release) => tell(release)))
      .catch(() => tell(null));
  });
}
