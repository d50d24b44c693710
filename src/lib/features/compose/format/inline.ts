import { replaceRange, type TextEdit, type TextFieldState } from './text-edit';
import { isInFence } from './lines';

/** Number of repeated `sign` characters from an offset in a direction. */
function run(value: string, sign: string, from: number, step: 1 | -1): number {
  let count = 0;
  for (let at = step > 0 ? from : from - 1; value[at] === sign; at += step) count += 1;
  return count;
}

/** Marks of the same character add up (`***` is bold and italic): every other multiple is "on". */
const isOn = (signs: number, count: number) => signs % (2 * count) >= count;

/**
 * Wraps the selection in `count` copies of `sign`, or removes them, whether they are inside or
 * around the selection. Spaces at the ends of the selection stay outside. Each of several lines
 * gets its own marks, because Zulip's Markdown reads them within one line only.
 */
export function toggleMark(field: TextFieldState, sign: string, count: number): TextEdit {
  const { value } = field;
  const [from, to] = withoutSpaces(field);
  if (value.slice(from, to).includes('\n')) return toggleMarkedLines(value, from, to, sign, count);
  const [start, end] = withoutMarks(value, sign, from, to);
  const mark = sign.repeat(count);
  const text = value.slice(start, end);
  const around = Math.min(run(value, sign, start, -1), run(value, sign, end, 1));
  if (isOn(around, count)) return replaceRange(start - count, end + count, text);
  return replaceRange(start, end, mark + text + mark, [count, count + text.length]);
}

const marksOfBlocks = /^\s*(?:(?:[-*+>]|\d+\.|#{1,6}) +)*/;

/**
 * Removes the marks if every line with text has them, and adds them otherwise. Block markers before
 * the text, tables and code blocks stay as they are.
 */
function toggleMarkedLines(value: string, from: number, to: number, sign: string, count: number) {
  const mark = sign.repeat(count);
  let at = from;
  const lines = value
    .slice(from, to)
    .split('\n')
    .map((line) => {
      // Checks the whole line, even if the selection starts in the middle.
      const whole = value.slice(value.lastIndexOf('\n', at - 1) + 1, at + line.length);
      const isKept = isInFence(value, at) || /^\s*(?:`{3}|\|)/.test(whole);
      at += line.length + 1;
      const [before = ''] = marksOfBlocks.exec(line) ?? [];
      const words = line.slice(before.length).trimEnd();
      const after = line.slice(before.length + words.length);
      const around = Math.min(run(words, sign, 0, 1), run(words, sign, words.length, -1));
      const hasWords = !isKept && words.replaceAll(sign, '').trim() !== '';
      return { line, before, words, after, hasWords, isOn: isOn(around, count) };
    });
  const areOn = lines.every(({ hasWords, isOn }) => isOn || !hasWords);
  const changed = lines.map(({ line, before, words, after, hasWords, isOn }) => {
    if (!hasWords || (isOn && !areOn)) return line;
    return before + (areOn ? words.slice(count, -count) : mark + words + mark) + after;
  });
  return replaceRange(from, to, changed.join('\n'));
}

/** Marks next to a space don't count, nor does text that consists of marks only. */
function withoutMarks(value: string, sign: string, start: number, end: number) {
  const text = value.slice(start, end);
  const before = run(text, sign, 0, 1);
  const count = Math.min(before, run(text, sign, text.length, -1));
  const inner = text.slice(count, text.length - count);
  const isMarked = before < text.length && inner.trim() === inner;
  return isMarked ? ([start + count, end - count] as const) : ([start, end] as const);
}

function withoutSpaces({ value, start, end }: TextFieldState): readonly [number, number] {
  const text = value.slice(start, end);
  if (text.trim() === '') return [start, end];
  return [start + text.length - text.trimStart().length, end - text.length + text.trimEnd().length];
}

const maxRunOf = (text: string) =>
  Math.max(0, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length));

const touchesTick = (text: string) => /^ *`|` *$/.test(text);

/**
 * Like `toggleMark` for code: uses more backticks if the text contains some, and adds a space if it
 * starts or ends with one.
 */
export function toggleCode({ value, start, end }: TextFieldState): TextEdit {
  const text = value.slice(start, end);
  const count = maxRunOf(text) + 1;
  const outside = Math.min(run(value, '`', start, -1), run(value, '`', end, 1));
  if (isOn(outside, count)) return replaceRange(start - count, end + count, unpadded(text));
  const ticks = run(text, '`', 0, 1);
  const inner = text.slice(ticks, -ticks);
  const isCode = inner !== '' && run(text, '`', text.length, -1) === ticks;
  if (isCode && maxRunOf(inner) + 1 === ticks) {
    const bare = unpadded(inner);
    if (bare === inner || touchesTick(bare)) return replaceRange(start, end, bare);
  }
  const padded = touchesTick(text) ? ` ${text} ` : text;
  const mark = '`'.repeat(count);
  return replaceRange(start, end, mark + padded + mark, [count, count + padded.length]);
}

function unpadded(text: string): string {
  const bare = /^ ([^]+) $/.exec(text)?.[1] ?? '';
  return touchesTick(bare) ? bare : text;
}

/**
 * Turns the selection into a link, with the caret at the missing half, or removes the link around
 * the selection.
 */
export function toggleLink({ value, start, end }: TextFieldState): TextEdit {
  for (const match of value.matchAll(/\[([^[\]\n]*)\]\(([^()\n]*)\)/g)) {
    const to = match.index + match[0].length;
    if (start >= match.index && end <= to) {
      return replaceRange(match.index, to, match[1] || (match[2] ?? ''));
    }
  }
  const text = value.slice(start, end);
  if (isLinkUrl(text)) return replaceRange(start, end, `[](${text})`, [1, 1]);
  const label = text.replace(/[[\]\n]+/g, ' ');
  const caret = label.length + 3;
  return replaceRange(start, end, `[${label}]()`, [caret, caret]);
}

/** Whether the whole text is a URL that can be linked. */
export function isLinkUrl(text: string): boolean {
  return /^(?:https?:\/\/|mailto:)[^\s<>]+$/i.test(text) && URL.canParse(text);
}
