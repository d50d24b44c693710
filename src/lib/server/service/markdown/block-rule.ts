import type { MarkdownIt, StateBlock } from 'markdown-it';

/**
 * Parses a block that starts at `startLine` and returns whether there was one. In silent mode, only
 * checks.
 */
export type BlockRule = (
  state: StateBlock,
  startLine: number,
  endLine: number,
  silent: boolean,
) => boolean;

/** Replaces a built-in rule with `around`, which can call it. */
export function wrapBlockRule(
  markdown: MarkdownIt,
  name: string,
  around: (built: BlockRule) => BlockRule,
): void {
  const built = markdown.block.ruler.__rules__.find((candidate) => candidate.name === name);
  if (!built) throw new Error(`markdown-it has no block rule ${name}`);
  markdown.block.ruler.at(name, around(built.fn), { alt: built.alt });
}

/** The line without its indentation. */
export function unindentedLineOf(state: StateBlock, line: number): string {
  return state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]);
}

/** Parses the lines between two others as blocks inside their own token. */
export function nestBlocks(
  state: StateBlock,
  name: string,
  tag: string,
  before: number,
  close: number,
): void {
  const { parentType, lineMax } = state;
  state.parentType = 'blockquote';
  state.lineMax = close;
  state.push(`${name}_open`, tag, 1);
  state.md.block.tokenize(state, before + 1, close);
  state.push(`${name}_close`, tag, -1);
  state.lineMax = lineMax;
  state.parentType = parentType;
}
