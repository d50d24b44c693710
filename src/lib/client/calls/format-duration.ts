import { getLocale } from '$lib/paraglide/runtime';
import { cachePerLocale } from '../../ui/cache-per-locale';

const units = [
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
] as const;
/** Of a unit, before the next larger one says it better: "90 seconds", "2 minutes". */
const maxSmallUnits = 100;

const format = cachePerLocale((locale) => {
  const of = (unit: string) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
  return { hour: of('hour'), minute: of('minute'), second: of('second') };
});

/** How long to wait, never too short: "13 seconds", "30 minutes". */
export function formatDuration(seconds: number): string {
  const formats = format(getLocale());
  const whole = Math.max(1, Math.ceil(seconds));
  const larger = units.find((one) => whole >= (maxSmallUnits * one.seconds) / 60);
  if (!larger) return formats.second.format(whole);
  return formats[larger.unit].format(Math.ceil(whole / larger.seconds));
}
