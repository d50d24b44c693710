import type { ClockSegment, ZoneDay } from './zone-days';

/**
 * A range of the scale that maps to time of a day, one unit per minute. `start` is in UNIX seconds.
 */
interface Span {
  readonly top: number;
  readonly bottom: number;
  readonly start: number;
}

/** A range of the scale that a day doesn't have. */
export interface DstGap {
  readonly top: number;
  readonly bottom: number;
  /**
   * True if the clocks skip it that day; false if it exists for another day, whose clocks go back.
   */
  readonly skipped: boolean;
}

/** A day on a scale shared with other days. */
export interface DayColumn extends ZoneDay {
  readonly spans: readonly Span[];
  readonly gaps: readonly DstGap[];
}

/** An hour of the clock and its offset on the scale. `minute` is the minute of the clock's day. */
interface Hour {
  readonly at: number;
  readonly minute: number;
}

/**
 * One scale for several days side by side, in minutes of the clock, so that 9:00 has the same
 * offset on all days. If a day's clocks go back, the scale contains the repeated hour twice: each
 * moment of each day has its own offset, and other days leave it empty.
 */
export interface TimeScale {
  readonly length: number;
  readonly columns: readonly DayColumn[];
  readonly hours: readonly Hour[];
}

/** A repeated range, inserted at a minute of the clock for one day. */
interface Repeat {
  readonly number: number;
  readonly at: number;
  readonly length: number;
}

const dayLength = 24 * 60;

export function timeScaleOf(days: readonly ZoneDay[]): TimeScale {
  const repeats = days.flatMap(({ number, segments: [first, second] }): Repeat[] =>
    first && second && second.from < first.to
      ? [{ number, at: first.to, length: first.to - second.from }]
      : [],
  );
  const length = dayLength + sum(repeats);
  const columns = days.map((day) => {
    const spans = day.segments.flatMap((piece, at) => spansOf(piece, at > 0, day.number, repeats));
    return { ...day, spans, gaps: voidsOf(day, spans, length) };
  });
  return { length, columns, hours: hoursOf(repeats) };
}

const sum = (repeats: readonly Repeat[]) => repeats.reduce((all, { length }) => all + length, 0);

function spansOf(
  { from, to, start }: ClockSegment,
  isSecond: boolean,
  number: number,
  repeats: readonly Repeat[],
): Span[] {
  const own = (repeat: Repeat) => repeat.number === number;
  const cuts = repeats.filter((repeat) => !own(repeat) && repeat.at > from && repeat.at < to);
  const edges = [from, ...cuts.map(({ at }) => at).sort((a, b) => a - b), to];
  return edges.slice(0, -1).map((minute, at) => {
    const above = repeats.filter((repeat) => (own(repeat) ? isSecond : repeat.at <= minute));
    const top = minute + sum(above);
    return { top, bottom: top + edges[at + 1]! - minute, start: start + (minute - from) * 60 };
  });
}

function voidsOf({ segments: pieces }: ZoneDay, spans: readonly Span[], length: number): DstGap[] {
  const [first, second] = pieces;
  const jumps = first !== undefined && second !== undefined && second.from > first.to;
  const found: DstGap[] = [];
  let top = 0;
  for (const [at, span] of [...spans, { top: length, bottom: length, start: NaN }].entries()) {
    const isJump = jumps && span.start === second.start;
    const isLateStart = at === 0 && first !== undefined && first.from > 0;
    const isEarlyEnd = at === spans.length && (pieces.at(-1)?.to ?? 0) < dayLength;
    if (span.top > top) {
      found.push({ top, bottom: span.top, skipped: isJump || isLateStart || isEarlyEnd });
    }
    top = span.bottom;
  }
  return found;
}

function hoursOf(repeats: readonly Repeat[]): Hour[] {
  const marks = Array.from({ length: 24 }, (_, hour) => hour * 60);
  const usual = marks.map((minute) => ({
    at: minute + sum(repeats.filter(({ at }) => at <= minute)),
    minute,
  }));
  const again = repeats.flatMap(({ at, length }) => {
    const before = sum(repeats.filter((one) => one.at < at));
    return marks
      .filter((minute) => minute >= at - length && minute < at)
      .map((minute) => ({ at: minute + length + before, minute }));
  });
  return [...usual, ...again].sort((a, b) => a.at - b.at);
}

export function scaleOffsetOf({ spans }: DayColumn, timestamp: number): number {
  const span = spans.findLast(({ start }) => start <= timestamp) ?? spans[0];
  if (!span) return 0;
  return Math.min(span.bottom, Math.max(span.top, span.top + (timestamp - span.start) / 60));
}

/**
 * The moment at an offset. A time that the day's clocks skip moves forward by the length of the gap
 * (the rule of `resolveWallTime`); a time that only another day has maps to the next one of this
 * day.
 */
export function timeAtOffset({ spans, gaps: voids, end }: DayColumn, place: number): number {
  const span = spans.find(({ top, bottom }) => top <= place && place < bottom);
  if (span) return span.start + (place - span.top) * 60;
  const next = spans.find(({ top }) => top > place);
  const gap = voids.find(({ top, bottom }) => top <= place && place < bottom);
  if (gap?.skipped) return (next?.start ?? end) + (place - gap.top) * 60;
  return next?.start ?? end - lastStep;
}

/** Offsets after the last moment of a day map to its last quarter hour. */
const lastStep = 15 * 60;
