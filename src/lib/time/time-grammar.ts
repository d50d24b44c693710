import { addDays, isRealDate, weekdayOf, type CalendarDay } from './dates';

/** A time of day read from a text. */
export interface ClockTime {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** A day read from a text. */
export type ParsedDay =
  | {
      readonly kind: 'date';
      readonly date: CalendarDay;
      /** The weekday written with the date. */
      readonly weekday?: number;
      /** Relative to today ("in 3 days"): the time of day stays the same. */
      readonly counted?: true;
    }
  /** The next occurrence of this date. */
  | {
      readonly kind: 'yearless';
      readonly month: number;
      readonly day: number;
      readonly weekday?: number;
    }
  /** The next such weekday; 0 is Sunday. */
  | { readonly kind: 'weekday'; readonly weekday: number }
  /** Written as a date that doesn't exist. */
  | { readonly kind: 'impossible' };

/** Days and months follow the calendar; seconds are exact. */
export interface DateSpan {
  readonly days: number;
  readonly months: number;
  readonly seconds: number;
}

/** Normalizes widths, digits of other scripts, case and spaces. */
export function normalizeTimeText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)))
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .replace(/(?<=\d)t(?=\d)/i, ' ')
    .toLowerCase()
    .trim();
}

/** Every script has its ten digits in a row, in order. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0)!;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return code - zero;
}

const numbers: Record<string, number> = {
  'half an': 0.5,
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
};

const units: Record<string, Partial<DateSpan>> = {
  's|secs?|seconds?': { seconds: 1 },
  'm|mins?|minutes?': { seconds: 60 },
  'h|hrs?|hours?': { seconds: 3600 },
  'd|days?': { days: 1 },
  'w|wks?|weeks?': { days: 7 },
  'mo|mos|months?': { months: 1 },
};

// Only known words, so that no text takes long to match.
const part = String.raw`(\d+(?:[.,]\d+)?|(?:${Object.keys(numbers).join('|')})(?= )) ?(${Object.keys(units).join('|')})(?![a-z])`;
const pieces = String.raw`${part}(?:(?: and |, | |)${part})*`;
const eachPart = new RegExp(String.raw`(?<!\d)${part}`, 'g');
const span = new RegExp(String.raw`^(?:in |\+ ?)?(${pieces})(?: from now)?$`);

/** `in 2h`, `+90 min`, `2 hours`, `in 1 day 2 hours`, `a week from now`. */
export function readSpan(text: string): DateSpan | null {
  const found = span.exec(text);
  if (!found) return null;
  const total = { days: 0, months: 0, seconds: 0 };
  for (const [, count = '', unit = ''] of found[1]!.matchAll(eachPart)) {
    const amount = numbers[count] ?? Number(count.replace(',', '.'));
    for (const [names, sizes] of Object.entries(units)) {
      if (!new RegExp(`^(?:${names})$`).test(unit)) continue;
      for (const [name, size] of Object.entries(sizes)) {
        // Half a day would only be a guess.
        if (name !== 'seconds' && !Number.isInteger(amount)) return null;
        total[name as keyof DateSpan] += Math.round(amount * size);
      }
    }
  }
  return total;
}

/** Not after a digit or sign of a longer number; `wordEdge`: not inside a word like "sat". */
const edge = String.raw`(?<![\d:.,/+-])`;
const wordEdge = String.raw`(?<!\p{L})`;

/** Unambiguous ways to write a time of day. Groups: hour, minute, second, half. */
const clocks = [
  String.raw`(?<h>\d{1,2}):(?<m>\d{2})(?::(?<s>\d{2}))?(?: ?(?<half>a\.?m\.?|p\.?m\.?))?(?: uhr)?`,
  String.raw`(?<h>\d{1,2})(?:\.(?<m>\d{2}))? ?(?<half>a\.?m\.?|p\.?m\.?)`,
  String.raw`(?<h>\d{1,2})(?:\.(?<m>\d{2}))? ?(?:uhr|o'clock)`,
  String.raw`${wordEdge}(?:kl\.?|klo) ?(?<h>\d{1,2})(?:[.:](?<m>\d{2}))?`,
  String.raw`(?<h>\d{1,2})h(?<m>\d{2})?`,
  String.raw`(?<half>午前|午後|上午|下午)? ?(?<h>\d{1,2})[時点點时](?:(?<m>\d{1,2})分)?`,
  String.raw`${wordEdge}(?:noon|midday)`,
];
const bare = String.raw`(?<h>\d{1,2})`;
const at = String.raw`${wordEdge}(?:at |@ ?)`;

interface Peeled {
  readonly clock: ClockTime;
  /** The text without the time. */
  readonly rest: string;
}

/** Ways to split a time of day off either end of a text, the most certain first. */
export function* splitOffClock(text: string): Generator<Peeled> {
  const forms = [
    ...clocks.map((form) => new RegExp(`${edge}(?:${at})?${form}$`, 'u')),
    ...clocks.map((form) => new RegExp(`^(?:${at})?${form}(?=[ ,]|$)`, 'u')),
    new RegExp(`${edge}${at}${bare}$`, 'u'),
    new RegExp(`^${at}${bare}(?=[ ,]|$)`, 'u'),
    new RegExp(`(?<=[^ ] )${bare}$`),
  ];
  for (const form of forms) {
    const found = form.exec(text);
    if (!found) continue;
    const clock = clockOf(found);
    if (!clock) continue;
    const rest = text.slice(0, found.index) + text.slice(found.index + found[0].length);
    yield { clock, rest: trimJoints(rest) };
  }
}

/** Reads a text that is only a time of day; here a bare hour counts too. */
export function readClock(typed: string): ClockTime | null {
  const text = normalizeTimeText(typed);
  for (const { clock, rest } of splitOffClock(/^\d{1,2}$/.test(text) ? `${text}:00` : text)) {
    if (rest === '') return clock;
  }
  return null;
}

function clockOf({ 0: whole, groups = {} }: RegExpExecArray): ClockTime | null {
  if (!groups.h) return /noon|midday/.test(whole) ? { hour: 12, minute: 0, second: 0 } : null;
  let hour = Number(groups.h);
  const minute = Number(groups.m ?? 0);
  const second = Number(groups.s ?? 0);
  if (groups.half) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (/^p|午後|下午/.test(groups.half) ? 12 : 0);
  }
  return hour < 24 && minute < 60 && second < 60 ? { hour, minute, second } : null;
}

/** Words and signs between day and time in the languages that chrono supports. */
const joints = String.raw`(?:,|;|@|at|on|um|am|à|le|el|a las|a la|om|op|på|kl\.?|klo|в|о|об|às|as|alle|ore|il|jam|lúc|的|の|に)`;

function trimJoints(text: string): string {
  return text
    .trim()
    .replace(new RegExp(`(?:^|(?<= )|(?=,))${joints}$`), '')
    .replace(new RegExp(`^${joints}(?= )`), '')
    .replace(/(?<=\p{L})\.$/u, '')
    .trim();
}

const weekdays = [
  /^sun(day)?$/,
  /^mon(day)?$/,
  /^tue(s|sday)?$/,
  /^wed(s|nesday)?$/,
  /^thu(r|rs|rsday)?$/,
  /^fri(day)?$/,
  /^sat(urday)?$/,
];

/** An English word for a day, relative to `today`. */
export function readEnglishDay(text: string, today: CalendarDay): ParsedDay | null {
  const date = (days: number): ParsedDay => ({ kind: 'date', date: addDays(today, days) });
  if (/^(today|tod)$/.test(text)) return date(0);
  if (/^(tomorrow|tomorow|tommorow|tmrw|tmr|tmw|tom)$/.test(text)) return date(1);
  if (/^((the )?day after tomorrow|overmorrow)$/.test(text)) return date(2);
  const named = /^(?:(this|next|coming|on) )?([a-z]+)\.?( next week)?$/.exec(text);
  const weekday = weekdays.findIndex((name) => name.test(named?.[2] ?? ''));
  if (!named || weekday < 0) return null;
  const [, which, , nextWeek] = named;
  // Weeks start on Monday here: "next Sunday" is the last day of next week.
  const inWeek = ((weekday + 6) % 7) - ((weekdayOf(today) + 6) % 7);
  if (nextWeek) return which && which !== 'on' ? null : date(inWeek + 7);
  if (which === 'next') return date(inWeek + 7);
  if (which === 'this') return date(inWeek);
  return { kind: 'weekday', weekday };
}

/** A date in digits. With slashes and dashes, the locale decides which number is the day. */
export function readNumericDate(text: string, dayFirst: boolean): ParsedDay | null {
  const [, a = '', sign = '', b = '', c] =
    /^(\d{1,4})([./-]) ?(\d{1,2})(?:\2 ?(\d{4}|\d{2})?)?$/.exec(text) ?? [];
  if (!a) return null;
  const closed = text.endsWith('.') || c !== undefined;
  if (a.length > 2) {
    if (a.length !== 4 || sign === '.' || c?.length !== 2) return null;
    return whole({ year: Number(a), month: Number(b), day: Number(c) });
  }
  if (sign !== '.' && text.endsWith(sign)) return null;
  // Without a year, "10-12" could be a range; without its last dot, "9.10" could be a time.
  if (sign === '-' && c?.length !== 4) return null;
  if (sign === '.' && !closed && Number(a) < 24) return null;
  const [day, month] = sign === '.' || dayFirst ? [Number(a), Number(b)] : [Number(b), Number(a)];
  if (c) return whole({ year: Number(c) + (c.length === 2 ? 2000 : 0), month, day });
  return isRealDate({ year: 2028, month, day }) ? { kind: 'yearless', month, day } : impossible;
}

const impossible: ParsedDay = { kind: 'impossible' };

function whole(date: CalendarDay): ParsedDay {
  return isRealDate(date) ? { kind: 'date', date } : impossible;
}
