/** When a user was last seen, by the server's clock, in UNIX seconds. */
export interface LastSeenTimes {
  /** Last activity. */
  readonly active?: number | undefined;
  /** Last connection of one of the user's apps. */
  readonly idle?: number | undefined;
}

/** `unknown`: no time is known. */
export type PresenceStatus = 'active' | 'idle' | 'offline' | 'unknown';

/** Seconds until a user counts as offline, if the server doesn't send a threshold. */
export const defaultOfflineThreshold = 140;

/**
 * A user's presence at `now`. Without a connection (`isLive` false), only past times are known, so
 * no one is online.
 */
export function presenceOf(
  seen: LastSeenTimes | undefined,
  now: number,
  {
    threshold = defaultOfflineThreshold,
    isLive,
  }: { threshold?: number | undefined; isLive: boolean },
): PresenceStatus {
  const last = lastSeenAt(seen);
  if (last === undefined) return 'unknown';
  if (!isLive) return 'offline';
  if (now - (seen?.active ?? -Infinity) <= threshold) return 'active';
  return now - last <= threshold ? 'idle' : 'offline';
}

/** The later of the two times. */
export function lastSeenAt(seen: LastSeenTimes | undefined): number | undefined {
  const times = [seen?.active, seen?.idle].filter((time) => time !== undefined);
  return times.length > 0 ? Math.max(...times) : undefined;
}
