import { replaceRange, type TextEdit, type TextFieldState } from './text-edit';

/**
 * Inserts complete lines at the caret or in place of the selection. The caret goes to an empty line
 * after them.
 */
export function insertLines({ value, start, end }: TextFieldState, lines: string): TextEdit {
  const before = value.slice(0, start);
  const rest = value.slice(end);
  const head = before === '' || before.endsWith('\n') ? '' : '\n';
  const insert = `${head}${lines}\n`;
  // The rest of the split line continues below.
  const tail = rest === '' || rest.startsWith('\n') ? '' : '\n';
  return replaceRange(start, end, insert + tail, [insert.length, insert.length]);
}
