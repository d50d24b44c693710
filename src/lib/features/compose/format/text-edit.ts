/** Value and selection of a text field (UTF-16 offsets, `start` ≤ `end`). */
export interface TextFieldState {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/**
 * One replacement and the selection after it. A single replacement, so that one undo reverts it.
 */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly start: number;
  readonly end: number;
}

/** Replaces a range and selects the inserted text, or a part of it at offsets from its start. */
export function replaceRange(
  from: number,
  to: number,
  insert: string,
  select: readonly [number, number] = [0, insert.length],
): TextEdit {
  return { from, to, insert, start: from + select[0], end: from + select[1] };
}

/** The lines that a selection touches, from the start of the first to the end of the last. */
export function lineRange({
  value,
  start,
  end,
}: TextFieldState): readonly [from: number, to: number] {
  // A selection that ends at the start of a line doesn't include that line.
  const last = end > start && value[end - 1] === '\n' ? end - 1 : end;
  const to = value.indexOf('\n', last);
  return [lineStart(value, start), to < 0 ? value.length : to];
}

/** Offset at which the line containing `offset` starts. */
export function lineStart(value: string, offset: number): number {
  return offset === 0 ? 0 : value.lastIndexOf('\n', offset - 1) + 1;
}
