import type { MoveStep } from './move-target';

/**
 * How a key moves the message being moved; undefined for other keys. With `keepsTime`, the days are
 * laid out in rows of weeks and only the day changes.
 */
export function moveStepForKey(
  key: string,
  isRtl: boolean,
  keepsTime: boolean,
): MoveStep | undefined {
  const forward = isRtl ? -1 : 1;
  const day = (by: number): MoveStep => ({ unit: 'day', by });
  const quarter = (by: 1 | -1): MoveStep => ({ unit: 'quarter', by });
  const steps: Readonly<Record<string, MoveStep>> = {
    ArrowUp: keepsTime ? day(-7) : quarter(-1),
    ArrowDown: keepsTime ? day(7) : quarter(1),
    ArrowLeft: day(-forward),
    ArrowRight: day(forward),
    PageUp: day(-7),
    PageDown: day(7),
  };
  return steps[key];
}

/**
 * Stop that a key moves to: up and down through all stops; left and right to the next day with a
 * stop, to the one at the closest height. Days are `[data-day]`, in order.
 */
export function nextStopForKey(
  key: string,
  from: HTMLElement,
  stops: readonly HTMLElement[],
  isRtl: boolean,
): HTMLElement | undefined {
  const at = stops.indexOf(from);
  if (key === 'Home') return stops[0];
  if (key === 'End') return stops.at(-1);
  if (key === 'ArrowUp') return stops[at - 1];
  if (key === 'ArrowDown') return stops[at + 1];
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined;
  const isForward = (key === 'ArrowRight') !== isRtl;
  const dayOf = (stop: HTMLElement) => stop.closest('[data-day]');
  const own = dayOf(from);
  const ahead = isForward ? stops.slice(at + 1) : stops.slice(0, at).reverse();
  const day = ahead.map(dayOf).find((one) => one !== own);
  const top = (stop: HTMLElement) => stop.getBoundingClientRect().top;
  return stops
    .filter((stop) => day !== undefined && dayOf(stop) === day)
    .sort((a, b) => Math.abs(top(a) - top(from)) - Math.abs(top(b) - top(from)))[0];
}
