import type { presences } from '../db/schema/presence';
import { unixTime } from '../users/wire';

/** Seconds between two signs of life of a client. */
export const pingInterval = 60;
/** Seconds without a sign of life after which somebody is offline. */
export const offlineThreshold = 200;
/** Seconds between two pings of a client that is somewhat late. */
const patience = 70;

/** When somebody was last there. */
export type PresenceRecord = Pick<typeof presences.$inferSelect, 'last_active' | 'last_connected'>;
type Status = 'active' | 'idle';

/** As clients that compare times have it. https://zulip.com/api/update-presence */
export function modernPresence({ last_active, last_connected }: PresenceRecord) {
  return {
    ...(last_active && { active_timestamp: unixTime(last_active) }),
    idle_timestamp: unixTime(last_connected),
  };
}

/** Active while the last ping that said so is no older than the ping after it. */
export function presenceStatusOf({ last_active, last_connected }: PresenceRecord): Status {
  return last_active && last_active.getTime() + patience * 1000 >= last_connected.getTime()
    ? 'active'
    : 'idle';
}

/** What others see of somebody at this moment. */
export function presenceStatusAt(
  seen: PresenceRecord | undefined,
  now: number,
): Status | 'offline' {
  if (!seen || now - seen.last_connected.getTime() > offlineThreshold * 1000) return 'offline';
  return presenceStatusOf(seen);
}

/** The time that belongs to a status, in UNIX seconds. */
export function presenceTimeOf(seen: PresenceRecord): number {
  const active = presenceStatusOf(seen) === 'active' && seen.last_active;
  return unixTime(active || seen.last_connected);
}

/** As if there were one client; what it is called is all that is left of there being many. */
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
