/** When somebody was last there, by the server's clock, in UNIX seconds. */
export interface LastSeenTimes {
  /** They did something. */
  readonly active?: number | undefined;
  /** An app of theirs was connected. */
  readonly idle?: number | undefined;
}

/** `unknown`: nothing was told, or they were there too long ago. */
export type PresenceStatus = 'active' | 'idle' | 'offline' | 'unknown';

/** Seconds after which somebody counts as gone, where the server does not say. */
export const defaultOfflineThreshold = 140;

/**
 * What is known of somebody now. Nobody is there while nothing is heard from the server (`isLive`
 * false): only when they were is known then.
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

/** When they were last there in either way. */
export function lastSeenAt(seen: LastSeenTimes | undefined): number | undefined {
  const times = [seen?.active, seen?.idle].filter((time) => time !== undefined);
  return times.length > 0 ? Math.max(...times) : undefined;
}
