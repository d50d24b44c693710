import { m } from '$lib/paraglide/messages';
import type { User } from '../../api/user';
import { timeOfDay, weekday, zoneName, type TimeStyle } from '../../time/format';
import { isZone, sameDayIn } from '../../time/zones';

/** What the clock shows where somebody is, as the reader has times; undefined where that is not known. */
export function theirTime(
  { timezone = '' }: Pick<User, 'timezone'>,
  now: number,
  style: TimeStyle,
): string | undefined {
  if (!isZone(timezone)) return undefined;
  const theirs = { ...style, zone: timezone };
  const minute = Math.floor(now / 60) * 60;
  const clock = timeOfDay(minute, theirs);
  const time = sameDayIn(now, timezone, style.zone) ? clock : `${weekday(minute, theirs)} ${clock}`;
  return m.conversation_their_time({ time, zone: zoneName(timezone, now, style.locale) });
}
