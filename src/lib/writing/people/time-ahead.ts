import { m } from '$lib/paraglide/messages';
import { utcOffsetAt } from '../../time/resolve-wall-time';
import { isKnownZone } from '../../time/zones';

/** `3 h ahead`, how far their clock is from the reader's; empty where it shows the same. */
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
