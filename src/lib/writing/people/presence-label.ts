import { m } from '$lib/paraglide/messages';
import type { TimeStyle } from '../../time/format-time';
import { relativeTime } from '../../time/relative-time';
import type { PresenceStatus, LastSeenTimes } from './presence';
import { lastSeenAt } from './presence';

/** Whether a user is online, or when they last were; undefined if unknown. */
export function presenceLabel(
  presence: PresenceStatus,
  seen: LastSeenTimes | undefined,
  now: number,
  style: TimeStyle,
): string | undefined {
  const ago = (time: number) => relativeTime(Math.min(time, now), now, style);
  switch (presence) {
    case 'active':
      return m.people_active();
    case 'idle':
      return seen?.active === undefined
        ? m.people_idle()
        : m.people_idle_since({ ago: ago(Math.floor(seen.active)) });
    case 'offline': {
      const last = lastSeenAt(seen);
      return last === undefined ? undefined : m.people_offline({ ago: ago(last) });
    }
    case 'unknown':
      return undefined;
  }
}
