import { getLocale } from '$lib/paraglide/runtime';
import { cachePerLocale } from '../../ui/cache-per-locale';

const units = [
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
] as const;
/** Largest amount in a smaller unit, in 60ths of the larger one: "90 seconds", then "2 minutes". */
const maxSmallUnits = 100;

const format = cachePerLocale((locale) => {
  const of = (unit: string) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
  return { hour: of('hour'), minute: of('minute'), second: of('second') };
});

/** A wait as text, rounded up: "13 seconds", "30 minutes". */
export function formatDuration(seconds: number): string {
  const formats = format(getLocale());
  const whole = Math.max(1, Math.ceil(seconds));
  const larger = units.find((one) => whole >= (maxSmallUnits * one.seconds) / 60);
  if (!larger) return formats.second.format(whole);
  return formats[larger.unit].format(Math.ceil(whole / larger.seconds));
}
