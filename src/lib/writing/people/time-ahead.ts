import { m } from '$lib/paraglide/messages';
import { utcOffsetAt } from '../../time/resolve-wall-time';
import { isKnownZone } from '../../time/zones';

/** How far a user's clock is ahead of or behind the reader's, `3 h ahead`; empty if they agree. */
export function timeAhead(theirs: string, own: string, now: number): string {
  if (!isKnownZone(theirs) || !isKnownZone(own)) return '';
  const minutes = Math.round((utcOffsetAt(now, theirs) - utcOffsetAt(now, own)) / 60);
  if (minutes === 0) return '';
  const size = Math.abs(minutes);
  const hours = Math.floor(size / 60);
  const rest = size % 60;
  const span =
    rest === 0
      ? m.people_hours({ hours })
      : hours === 0
        ? m.people_minutes({ minutes: rest })
        : m.people_hours_minutes({ hours, minutes: rest });
  return minutes > 0 ? m.people_ahead({ span }) : m.people_behind({ span });
}
