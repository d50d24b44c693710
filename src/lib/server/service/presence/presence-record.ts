import type { presences } from '../db/schema/presence';
import { unixTime } from '../users/wire';

/** Seconds between two presence pings of a client. */
export const pingInterval = 60;
/** Seconds without a ping after which a user is offline. */
export const offlineThreshold = 200;
/** Seconds between two pings of a client that is a little late. */
const patience = 70;

/** When a user was last seen. */
export type PresenceRecord = Pick<typeof presences.$inferSelect, 'last_active' | 'last_connected'>;
type Status = 'active' | 'idle';

/** In the form for clients that compare timestamps. https://zulip.com/api/update-presence */
export function modernPresence({ last_active, last_connected }: PresenceRecord) {
  return {
    ...(last_active && { active_timestamp: unixTime(last_active) }),
    idle_timestamp: unixTime(last_connected),
  };
}

/**
 * Active if the last active ping is at most one (late) ping interval older than the latest ping.
 */
export function presenceStatusOf({ last_active, last_connected }: PresenceRecord): Status {
  return last_active && last_active.getTime() + patience * 1000 >= last_connected.getTime()
    ? 'active'
    : 'idle';
}

/** What others currently see of a user. */
export function presenceStatusAt(
  seen: PresenceRecord | undefined,
  now: number,
): Status | 'offline' {
  if (!seen || now - seen.last_connected.getTime() > offlineThreshold * 1000) return 'offline';
  return presenceStatusOf(seen);
}

/** The time of the status, in UNIX seconds. */
export function presenceTimeOf(seen: PresenceRecord): number {
  const active = presenceStatusOf(seen) === 'active' && seen.last_active;
  return unixTime(active || seen.last_connected);
}

/** As if there were only one client. Only the name is left of per-client presence. */
export function websitePresence(seen: PresenceRecord) {
  return {
    client: 'website',
    status: presenceStatusOf(seen),
    timestamp: presenceTimeOf(seen),
    pushable: false,
  };
}

/** The older form. https://zulip.com/api/get-presence */
export function legacyPresence(seen: PresenceRecord) {
  const { pushable: _left, ...aggregated } = websitePresence(seen);
  return { aggregated, website: websitePresence(seen) };
}
