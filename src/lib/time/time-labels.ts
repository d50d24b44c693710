import { m } from '$lib/paraglide/messages';
import { timeOfDay, shortWeekday, zoneName, type TimeStyle } from './format-time';
import type { TimePreset } from './time-presets';
import { workingHours, recipientClocks, type RecipientZone } from './recipient-clocks';
import type { TimeRefusal } from './read-time';
import { utcOffsetAt } from './resolve-wall-time';
import { isSameDayInZones } from './zones';

const refusals: Record<TimeRefusal, () => string> = {
  unclear: m.time_refused_unclear,
  number: m.time_refused_number,
  'no-such-date': m.time_refused_no_such_date,
  weekday: m.time_refused_weekday,
  past: m.time_refused_past,
  far: m.time_refused_far,
};

export const timeRefusalLabel = (why: TimeRefusal): string => refusals[why]();

export function timePresetLabel(
  { kind, phrase }: TimePreset,
  readers: readonly RecipientZone[],
): string {
  const [reader] = readers;
  switch (kind) {
    case 'last':
      return phrase ?? m.time_preset_last();
    case 'today':
      return m.time_preset_today();
    case 'tomorrow':
      return m.time_preset_tomorrow();
    case 'monday':
      return m.time_preset_monday();
    case 'theirs':
      return readers.length === 1 && reader
        ? m.time_preset_theirs_one({ name: reader.name })
        : m.time_preset_theirs_many();
    case 'own':
      return phrase ?? '';
  }
}

/**
 * The recipients' time, and a warning if it doesn't suit them; null if it is the same as the
 * user's.
 */
export interface RecipientTimeLabel {
  readonly time: string;
  /** Only informs: the message can still be sent. */
  readonly warning: string | null;
}

export function recipientTimeLabel(
  timestamp: number,
  readers: readonly RecipientZone[],
  style: TimeStyle,
): RecipientTimeLabel | null {
  const clock = recipientClocks(timestamp, style.zone, readers);
  if (!clock) return null;
  const [from, to] = [clock.first, clock.last].map((zone) => {
    const theirs = { ...style, zone };
    const time = timeOfDay(timestamp, theirs);
    return isSameDayInZones(timestamp, style.zone, zone)
      ? time
      : `${shortWeekday(timestamp, theirs)} ${time}`;
  }) as [string, string];
  const [reader] = readers;
  const time =
    from !== to
      ? m.time_theirs_span({ from, to })
      : readers.length === 1 && reader
        ? m.time_theirs_one({ time: from, name: reader.name })
        : m.time_theirs_same({ time: from });
  const { onWeekend, outOfHours } = clock;
  const warning = onWeekend.length
    ? m.time_warning_weekend({ names: namesOf(onWeekend, style.locale) })
    : outOfHours.length
      ? m.time_warning_hours({
          from: hour(workingHours.from, style),
          to: hour(workingHours.to, style),
          names: namesOf(outOfHours, style.locale),
        })
      : null;
  return { time, warning };
}

/** An hour of the day in the user's format. */
const hour = (hours: number, style: TimeStyle) =>
  timeOfDay(hours * 3600, { ...style, zone: 'UTC' });

const maxNames = 3;

function namesOf(names: readonly string[], locale: string): string {
  const shown =
    names.length > maxNames
      ? [
          ...names.slice(0, maxNames - 1),
          m.time_names_others({ count: names.length - maxNames + 1 }),
        ]
      : names;
  return new Intl.ListFormat(locale).format(shown);
}

/**
 * Text to show if the account's time zone differs from the device's; null if their clocks agree.
 */
export function zoneDifferenceLabel(
  zone: string,
  device: string,
  now: number,
  locale: string,
): string | null {
  if (utcOffsetAt(now, zone) === utcOffsetAt(now, device)) return null;
  return m.time_zone_differs({
    zone: zoneName(zone, now, locale),
    device: zoneName(device, now, locale),
  });
}
