/** A fence for a block with this text: longer than any fence in it. */
export function fenceAround(text: string): string {
  const runs = text.match(/^[ \t]*(?:>[ \t]*)*`{3,}/gm) ?? [];
  const longest = Math.max(2, ...runs.map((run) => run.length - run.indexOf('`')));
  return '`'.repeat(longest + 1);
}
