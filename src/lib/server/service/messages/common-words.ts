interface Match {
  readonly old: number;
  readonly new: number;
}

/**
 * Above this many word pairs, the text counts as rewritten, because comparing takes milliseconds.
 */
const maxWordPairs = 100_000;

/** Longest common subsequence of the words, ascending. */
export function findCommonWords(before: readonly string[], after: readonly string[]): Match[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const found = Array.from({ length: head }, (_, at) => ({ old: at, new: at }));
  const middle = maxCommon(
    before.slice(head, before.length - tail),
    after.slice(head, after.length - tail),
  );
  found.push(...middle.map(({ old, new: now }) => ({ old: old + head, new: now + head })));
  for (let left = tail; left > 0; left--) {
    found.push({ old: before.length - left, new: after.length - left });
  }
  return found;
}

function maxCommon(before: readonly string[], after: readonly string[]): Match[] {
  const [rows, columns] = [before.length, after.length];
  if (rows * columns > maxWordPairs) return [];
  const width = columns + 1;
  /** Length of the longest common subsequence of the remaining words, per row and column. */
  const common = new Uint32Array((rows + 1) * width);
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      const at = row * width + column;
      common[at] =
        before[row] === after[column]
          ? common[at + width + 1]! + 1
          : Math.max(common[at + width]!, common[at + 1]!);
    }
  }
  const found: Match[] = [];
  for (let row = 0, column = 0; row < rows && column < columns;) {
    const at = row * width + column;
    if (before[row] === after[column]) found.push({ old: row++, new: column++ });
    else if (common[at + width]! >= common[at + 1]!) row++;
    else column++;
  }
  return found;
}
