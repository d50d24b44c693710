import type { MarkdownIt, StateBlock } from 'markdown-it';

/** Reads a block from `startLine` on and says whether there was one; silent, it only says so. */
export type Rule = (
  state: StateBlock,
  startLine: number,
  endLine: number,
  silent: boolean,
) => boolean;

/** Puts `around` in the place of the built-in rule, which it may call. */
export function wrap(markdown: MarkdownIt, name: string, around: (built: Rule) => Rule): void {
  const built = markdown.block.ruler.__rules__.find((candidate) => candidate.name === name);
  if (!built) throw new Error(`markdown-it has no block rule ${name}`);
  markdown.block.ruler.at(name, around(built.fn), { alt: built.alt });
}

/** Without its indentation. */
export function lineOf(state: StateBlock, line: number): string {
  return state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]);
}
