/** What a text box holds, and what is selected in it (UTF-16 offsets, `start` ≤ `end`). */
export interface TextFieldState {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** One replacement, and what is selected after it. A single one, so that one undo takes it back. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly start: number;
  readonly end: number;
}

/** Replaces a range and selects what was inserted, or a part of it counted from its beginning. */
export function replaceRange(
  from: number,
  to: number,
  insert: string,
  select: readonly [number, number] = [0, insert.length],
): TextEdit {
  return { from, to, insert, start: from + select[0], end: from + select[1] };
}

/** The lines that a selection touches: from the first one's start to the last one's end. */
export function lineRange({
  value,
  start,
  end,
}: TextFieldState): readonly [from: number, to: number] {
  // A selection that ends at the start of a line does not touch it.
  const last = end > start && value[end - 1] === '\n' ? end - 1 : end;
  const to = value.indexOf('\n', last);
  return [lineStart(value, start), to < 0 ? value.length : to];
}

/** Where the line begins that an offset is in. */
export function lineStart(value: string, offset: number): number {
  return offset === 0 ? 0 : value.lastIndexOf('\n', offset - 1) + 1;
}
