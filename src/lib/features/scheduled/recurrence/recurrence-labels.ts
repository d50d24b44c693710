import { m } from '$lib/paraglide/messages';
import type { CalendarDay } from '../../../time/dates';
import { timeOfDay, zoneName, type TimeStyle } from '../../../time/format-time';
import type { FoldedItem, RecurrenceGroups } from './recurrence-groups';
import type { RecurrencePattern, RecurrenceRule } from './recurrence-rule';

const nths = {
  1: m.series_nth_1,
  2: m.series_nth_2,
  3: m.series_nth_3,
  4: m.series_nth_4,
  [-1]: m.series_nth_last,
};

/** `Monday`; 0 is Sunday. */
export function recurrenceWeekdayName(
  weekday: number,
  locale: string,
  length: 'long' | 'short' = 'long',
): string {
  const aSunday = Date.UTC(2026, 10, 22);
  const format = new Intl.DateTimeFormat(locale, { weekday: length, timeZone: 'UTC' });
  return format.format(aSunday + weekday * 86_400_000);
}

/** Weekdays from Monday to Sunday, as a localized list. */
function weekdayList(weekdays: readonly number[], locale: string): string {
  const inOrder = [...weekdays].sort((a, b) => ((a + 6) % 7) - ((b + 6) % 7));
  const names = inOrder.map((one) => recurrenceWeekdayName(one, locale));
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
}

export const isWorkdays = (pattern: RecurrencePattern): boolean =>
  pattern.every === 'week' && [...pattern.weekdays].sort().join() === '1,2,3,4,5';

/** `Every Monday`, `Every 2 months on the last Friday`. */
export function patternLabel(pattern: RecurrencePattern, interval: number, locale: string): string {
  const count = interval;
  switch (pattern.every) {
    case 'day':
      return m.series_days({ count });
    case 'week':
      return isWorkdays(pattern) && interval === 1
        ? m.series_weekdays()
        : m.series_weeks({ count, days: weekdayList(pattern.weekdays, locale) });
    case 'month': {
      const day = String(pattern.day);
      return pattern.day > 28
        ? m.series_months_last({ count, day })
        : m.series_months({ count, day });
    }
    case 'nth': {
      const weekday = recurrenceWeekdayName(pattern.weekday, locale);
      return m.series_months_nth({ count, nth: nths[pattern.nth](), weekday });
    }
  }
}

/** Label for the whole rule: `Every Monday at 09:00, Berlin (GMT+1), until 5 March 2027`. */
export function recurrenceRuleLabel(rule: RecurrenceRule, next: number, style: TimeStyle): string {
  const own = { ...style, zone: rule.zone };
  // The time of day is the same all year; the zone's offset is that of the next time.
  const clock = timeOfDay((rule.hour * 60 + rule.minute) * 60, { ...style, zone: 'UTC' });
  const words = m.series_rule_at({
    rule: patternLabel(rule.pattern, rule.interval, style.locale),
    time: clock,
    zone: zoneName(rule.zone, next, own.locale),
  });
  switch (rule.end.kind) {
    case 'never':
      return words;
    case 'times':
      return m.series_times({ rule: words, count: rule.end.times });
    case 'date':
      return m.series_until({ rule: words, day: formatLongDate(rule.end.day, style.locale) });
  }
}

function formatLongDate({ year, month, day }: CalendarDay, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(Date.UTC(year, month - 1, day));
}

/**
 * Label for a row of a recurring message: the whole, one of its messages, or one that was edited
 * separately.
 */
export function recurrenceLabel(
  { key, group }: FoldedItem,
  groups: RecurrenceGroups,
): string | undefined {
  const count = group?.members.length ?? 0;
  if (group) return group.recurrence ? m.series_row({ count }) : m.series_same({ count });
  const own = groups.of.get(key);
  if (!own?.recurrence) return undefined;
  const isChanged = own.members.some(({ item, changed }) => item.key === key && changed);
  return isChanged ? m.series_changed() : m.series_title();
}
