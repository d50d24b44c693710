import type { RenderContext } from './render-context';

/** A time in a message, in the reader's format: `Tue, Nov 24, 2026, 9:05 PM GMT`. */
export function formatMessageTime(
  moment: Date,
  {
    locale,
    timeZone,
    twentyFourHour,
  }: Pick<RenderContext, 'locale' | 'timeZone' | 'twentyFourHour'>,
): string {
  return new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    ...(timeZone && { timeZone }),
    ...(twentyFourHour !== undefined && { hourCycle: twentyFourHour ? 'h23' : 'h12' }),
  }).format(moment);
}
