import {
  lineRange,
  lineStart,
  replaceRange,
  type TextEdit,
  type TextFieldState,
} from './text-edit';

export type LineMark = 'quote' | 'bullets' | 'numbers';

/** Prefix of each kind of line. */
const marks: Record<LineMark, RegExp> = {
  quote: /^> ?/,
  bullets: /^[-*+] /,
  numbers: /^\d{1,9}[.)] /,
};

/**
 * Adds the marker to every selected line, or removes it if each of them has it. Converts a list of
 * the other type. Blank lines in between stay as they are.
 */
export function toggleLines(field: TextFieldState, kind: LineMark): TextEdit {
  const [from, to] = lineRange(field);
  const lines = field.value.slice(from, to).split('\n');
  const isAlone = lines.every((line) => line.trim() === '');
  const counts = (line: string) => kind === 'quote' || isAlone || line.trim() !== '';
  const isOn = lines.every((line) => !counts(line) || marks[kind].test(line));
  let number = 0;
  const changed = lines.map((line) => {
    if (!counts(line)) return line;
    if (isOn) return line.replace(marks[kind], '');
    if (kind === 'quote') return `> ${line}`;
    const bare = line.replace(marks.bullets, '').replace(marks.numbers, '');
    return kind === 'bullets' ? `- ${bare}` : `${(number += 1)}. ${bare}`;
  });
  const text = changed.join('\n');
  if (field.start !== field.end) return replaceRange(from, to, text);
  // The caret stays at the same letter.
  const grown = text.length - (to - from);
  const caret = Math.max(0, field.start - from + grown);
  return replaceRange(from, to, text, [caret, caret]);
}

/** Whether an offset is in a fenced block, where Markdown has no effect. */
export function isInFence(value: string, offset: number): boolean {
  let open = '';
  for (const line of value.slice(0, offset).split('\n').slice(0, -1)) {
    const [opening = '', fence = ''] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    const info = line.slice(opening.length);
    if (!open) open = /^ *(?:quote|spoiler)\b/.test(info) ? '' : fence;
    else if (fence.startsWith(open) && info.trim() === '') open = '';
  }
  return open !== '';
}

/**
 * What Enter does in a list or quote: continues it, or ends it on an empty item. Null for a plain
 * line break.
 */
export function continueLine({ value, start, end }: TextFieldState): TextEdit | null {
  if (start !== end || isInFence(value, start)) return null;
  const from = lineStart(value, start);
  const [mark = '', quote = '', indent = '', bullet = '', number = '', dot = '', space = ''] =
    /^((?:> ?)*)( *)(?:([-*+])|(\d{1,9})([.)]))?( *)/.exec(value.slice(from, start)) ?? [];
  const isItem = (bullet || number) && space;
  if (!isItem && !quote) return null;
  const text = value.slice(from + mark.length, start);
  const rest = value.slice(start, value.indexOf('\n', start) + 1 || undefined);
  if (text.trim() === '' && rest.trim() === '') {
    const kept = isItem ? quote : '';
    return replaceRange(from, start, kept, [kept.length, kept.length]);
  }
  const next = isItem ? `${quote}${indent}${bullet || Number(number) + 1}${dot}${space}` : quote;
  return replaceRange(start, start, `\n${next}`, [next.length + 1, next.length + 1]);
}

const itemTwice = /^(?:> ?)* *(?:([-*+]) \1|(\d{1,9}[.)]) \2)$/;

/**
 * What a space does after a list marker that the user typed a second time: removes it. Null for a
 * plain space.
 */
export function withoutTypedMark({ value, start, end }: TextFieldState): TextEdit | null {
  const from = lineStart(value, start);
  if (start !== end || from === 0) return null;
  const [, bullet, number] = itemTwice.exec(value.slice(from, start)) ?? [];
  const mark = bullet ?? number;
  const before = value.slice(lineStart(value, from - 1), from);
  if (!mark || !/^(?:> ?)* *(?:[-*+]|\d{1,9}[.)]) /.test(before)) return null;
  return isInFence(value, start) ? null : replaceRange(start - mark.length, start, '');
}
