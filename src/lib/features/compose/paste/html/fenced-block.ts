/** Wraps text in fences longer than any inside it. */
export function fencedBlock(info: string, text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`{3,}/g), ([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `\n\n${fence}${info}\n${text}\n${fence}\n\n`;
}
