import * as v from 'valibot';

const minute = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(24 * 60 - 1));

export const quietHoursSchema = v.object({
  isOn: v.boolean(),
  /**
   * Minutes after midnight by the device's clock. If the start is after the end, the range spans
   * midnight.
   */
  from: minute,
  to: minute,
});
/** Hours in which this device shows no notifications. */
export type QuietHours = v.InferOutput<typeof quietHoursSchema>;

export const defaultQuietHours: QuietHours = { isOn: false, from: 19 * 60, to: 8 * 60 };

/** When the current quiet hours end, in milliseconds. Undefined outside quiet hours. */
export function quietUntil({ isOn, from, to }: QuietHours, now: Date): number | undefined {
  if (!isOn || from === to) return undefined;
  const at = now.getHours() * 60 + now.getMinutes();
  const isOver = from < to ? at < from || at >= to : at < from && at >= to;
  if (isOver) return undefined;
  const end = new Date(now);
  end.setHours(Math.floor(to / 60), to % 60, 0, 0);
  if (end <= now) end.setDate(end.getDate() + 1);
  return end.getTime();
}

/**
 * Minutes after midnight of a time field's value, for example `08:30`. Undefined if it is not a
 * time.
 */
export function clockToMinutes(text: string): number | undefined {
  const [, hours, minutes] = /^(\d{2}):(\d{2})/.exec(text) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

export function minutesToClock(minutes: number): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
