import { toOneLine } from '../../../writing/message-text/to-one-line';
import { lineRange, replaceRange, type TextEdit, type TextFieldState } from './text-edit';

const fenceOf = (line: string) => /^`{3,}/.exec(line)?.[0] ?? '';

/**
 * Puts a fence around the selected lines, or removes it. The caret goes after the opening fence,
 * where a language or heading is typed next. `info` follows the fence.
 */
export function toggleBlock(field: TextFieldState, info = ''): TextEdit {
  const { value } = field;
  const [from, to] = lineRange(field);
  const inside = aroundLines(value, from, to);
  if (inside) {
    const text = value.slice(inside.from, inside.to).split('\n').slice(1, -1).join('\n');
    return replaceRange(inside.from, inside.to, text);
  }
  const text = value.slice(from, to);
  const longest = Math.max(2, ...text.split('\n').map((line) => fenceOf(line).length));
  const fence = '`'.repeat(longest + 1);
  const opening = info ? `${fence}${info} ` : fence;
  const needsHead = info === '' || info === 'spoiler';
  const head = needsHead ? opening : opening.trimEnd();
  const caret: [number, number] = needsHead
    ? [head.length, head.length]
    : [head.length + 1, head.length + 1 + text.length];
  return replaceRange(from, to, `${head}\n${text}\n${fence}`, caret);
}

/** The fenced block, with both fences, whose opening fence or content contains the lines. */
function aroundLines(value: string, from: number, to: number) {
  let open: { readonly at: number; readonly fence: string } | undefined;
  let at = 0;
  for (const line of value.split('\n')) {
    const ticks = fenceOf(line);
    const end = at + line.length;
    if (!open && ticks) open = { at, fence: ticks };
    else if (open && ticks.startsWith(open.fence) && line.slice(ticks.length).trim() === '') {
      if (from >= open.at && to <= end) return { from: open.at, to: end };
      open = undefined;
    }
    at = end + 1;
  }
  return undefined;
}

/** Turns the message into a poll or to-do list, or back, by the command at its start. */
export function toggleWidget(
  { value, start, end }: TextFieldState,
  word: '/poll' | '/todo',
): TextEdit {
  const [found = ''] = /^\/(?:poll|todo)(?: |$)/m.exec(value.slice(0, 7)) ?? [];
  const insert = found.trim() === word ? '' : `${word} `;
  const by = insert.length - found.length;
  const moved = (offset: number) => Math.max(insert.length, offset + by);
  return { from: 0, to: found.length, insert, start: moved(start), end: moved(end) };
}

/**
 * Inserts an empty table with its first heading selected, or a table made of the selection if that
 * has columns.
 */
export function insertTable(field: TextFieldState, words: { column: string }): TextEdit {
  const { value, start, end } = field;
  const selected = value.slice(start, end);
  const rows = selected.includes('\t')
    ? cellsOf(selected)
    : [
        [`${words.column} 1`, `${words.column} 2`],
        ['', ''],
      ];
  const table = markdownTable(rows);
  const before = start === 0 || value.endsWith('\n\n', start) ? '' : blankBefore(value, start);
  const after = end === value.length || value.startsWith('\n', end) ? '\n' : '\n\n';
  const first = before.length + 2;
  const to = selected.includes('\t') ? end : start;
  return replaceRange(start, to, before + table + after, [
    first,
    first + (rows[0]?.[0]?.length ?? 0),
  ]);
}

/**
 * Cells as spreadsheets copy them: separated by tabs and newlines, and quoted if a cell contains
 * one of these.
 */
function cellsOf(text: string): string[][] {
  const cell = /(?:"((?:[^"]|"")*)"(?=[\t\n]|$)|([^\t\n]*))(\t|\n|$)/y;
  const rows: string[][] = [[]];
  for (cell.lastIndex = 0; cell.lastIndex < text.length;) {
    const [, quoted, plain = '', end] = cell.exec(text)!;
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\n') rows.push([]);
  }
  return rows.filter((row) => row.some((written) => written !== ''));
}

const blankBefore = (value: string, at: number) => (value[at - 1] === '\n' ? '\n' : '\n\n');

/**
 * Rows of cells as a Markdown table, the first row as its heading. All rows become as long as the
 * longest. Each cell is Markdown on one line.
 */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const width = Math.max(1, ...rows.map((row) => row.length));
  // Zulip's Markdown has no escapes. A pipe in code doesn't separate cells, so a stray backtick
  // must not start code.
  const cell = (text = '') =>
    toOneLine(text).replace(/((?<!`)(`+)(?!`).*?(?<!`)\2(?!`))|[|`]/g, (sign, code?: string) =>
      code ? code : sign === '|' ? '&#124;' : '&#96;',
    );
  const line = (row: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, at) => cell(row[at])).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), `|${' --- |'.repeat(width)}`, ...body.map(line)].join('\n');
}
