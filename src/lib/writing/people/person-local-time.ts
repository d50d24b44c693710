import { m } from '$lib/paraglide/messages';
import type { User } from '../../api/user';
import { timeOfDay, shortWeekday, zoneName, type TimeStyle } from '../../time/format-time';
import { isKnownZone, isSameDayInZones } from '../../time/zones';

/** A user's local time in the reader's format; undefined if their time zone is unknown. */
export function personLocalTime(
  { timezone = '' }: Pick<User, 'timezone'>,
  now: number,
  style: TimeStyle,
): string | undefined {
  if (!isKnownZone(timezone)) return undefined;
  const theirs = { ...style, zone: timezone };
  const minute = Math.floor(now / 60) * 60;
  const clock = timeOfDay(minute, theirs);
  const time = isSameDayInZones(now, timezone, style.zone)
    ? clock
    : `${shortWeekday(minute, theirs)} ${clock}`;
  return m.conversation_their_time({ time, zone: zoneName(timezone, now, style.locale) });
}
