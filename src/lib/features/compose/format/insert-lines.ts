import { replaceRange, type TextEdit, type TextFieldState } from './text-edit';

/**
 * Puts lines of their own where the caret stands, or in the place of what is selected; the caret goes
 * behind them, on a line that is free.
 */
export function insertLines({ value, start, end }: TextFieldState, lines: string): TextEdit {
  const before = value.slice(0, start);
  const rest = value.slice(end);
  const head = before === '' || before.endsWith('\n') ? '' : '\n';
  const insert = `${head}${lines}\n`;
  // The line that was broken goes on under it.
  const tail = rest === '' || rest.startsWith('\n') ? '' : '\n';
  return replaceRange(start, end, insert + tail, [insert.length, insert.length]);
}
