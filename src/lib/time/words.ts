import { m } from '$lib/paraglide/messages';
import { timeOfDay, weekday, zoneName, type TimeStyle } from './format';
import type { Preset } from './presets';
import { suitable, theirClock, type Reader } from './their-clock';
import type { Refusal } from './typed';
import { offsetAt } from './place';
import { sameDayIn } from './zones';

const refusals: Record<Refusal, () => string> = {
  unclear: m.time_refused_unclear,
  number: m.time_refused_number,
  'no-such-date': m.time_refused_no_such_date,
  weekday: m.time_refused_weekday,
  past: m.time_refused_past,
  far: m.time_refused_far,
};

export const refusalWords = (why: Refusal): string => refusals[why]();

export function presetTitle(
  { kind, phrase, timestamp }: Preset,
  readers: readonly Reader[],
  style: TimeStyle,
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
        ? m.time_preset_theirs_one({
            time: timeOfDay(timestamp, { ...style, zone: reader.timezone }),
            name: reader.name,
          })
        : m.time_preset_theirs_many();
    case 'own':
      return phrase ?? '';
  }
}

/** The recipients' time beside one's own, and whether it suits them; null where it is the same. */
export interface TheirWords {
  readonly time: string;
  /** Gentle: sending is not held back. */
  readonly warning: string | null;
}

export function theirWords(
  timestamp: number,
  readers: readonly Reader[],
  style: TimeStyle,
): TheirWords | null {
  const clock = theirClock(timestamp, style.zone, readers);
  if (!clock) return null;
  const [from, to] = [clock.first, clock.last].map((zone) => {
    const theirs = { ...style, zone };
    const time = timeOfDay(timestamp, theirs);
    return sameDayIn(timestamp, style.zone, zone) ? time : `${weekday(timestamp, theirs)} ${time}`;
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
          from: hour(suitable.from, style),
          to: hour(suitable.to, style),
          names: namesOf(outOfHours, style.locale),
        })
      : null;
  return { time, warning };
}

/** An hour of the day as the person reads it. */
const hour = (hours: number, style: TimeStyle) =>
  timeOfDay(hours * 3600, { ...style, zone: 'UTC' });

const mostNames = 3;

function namesOf(names: readonly string[], locale: string): string {
  const shown =
    names.length > mostNames
      ? [
          ...names.slice(0, mostNames - 1),
          m.time_names_others({ count: names.length - mostNames + 1 }),
        ]
      : names;
  return new Intl.ListFormat(locale).format(shown);
}

/** Told while the account's clock and the device's differ; null when they agree. */
export function zoneNote(zone: string, device: string, now: number, locale: string): string | null {
  if (offsetAt(now, zone) === offsetAt(now, device)) return null;
  return m.time_zone_differs({
    zone: zoneName(zone, now, locale),
    device: zoneName(device, now, locale),
  });
}
