import { CalendarDate, getDayOfWeek } from '@internationalized/date';

/** 0 is Sunday. Uses the locale's week data, or a table in browsers that lack it. */
export function firstDayOfWeek(locale: string): number {
  const own = new Intl.Locale(locale) as Intl.Locale & {
    readonly getWeekInfo?: () => { readonly firstDay: number };
    readonly weekInfo?: { readonly firstDay: number };
  };
  const info = own.getWeekInfo?.() ?? own.weekInfo;
  if (info) return info.firstDay % 7;
  const aSunday = new CalendarDate(2026, 11, 22);
  return (7 - getDayOfWeek(aSunday, locale)) % 7;
}
