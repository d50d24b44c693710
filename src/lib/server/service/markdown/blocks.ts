import type { MarkdownIt, StateBlock } from 'markdown-it';
import { unindentedLineOf, nestBlocks, wrapBlockRule, type BlockRule } from './block-rule';

const tooDeep = 20;
/** This many spaces nest a list, even if the outer marker is wider. */
const nestingIndent = 2;

/** Adapts CommonMark's blocks to the dialect, and limits their nesting. */
export function markdownBlockRules(markdown: MarkdownIt): void {
  const { ruler } = markdown.block;
  ruler.disable(['reference', 'lheading', 'html_block']);
  ruler.before('table', 'too_deep', asParagraph);
  wrapBlockRule(markdown, 'list', (built) => (state, startLine, endLine, silent) => {
    // `1)` doesn't start an item in the dialect.
    if (/^\d+\)/.test(unindentedLineOf(state, startLine))) return false;
    // A list can start with any number, and directly below a line of text.
    if (silent && /^\d\. +\S/.test(unindentedLineOf(state, startLine))) return true;
    if (!silent) indentNested(state, startLine, endLine);
    return built(state, startLine, endLine, silent);
  });
  wrapBlockRule(markdown, 'blockquote', (built) => (state, startLine, endLine, silent) => {
    // A single mark without text isn't a quote.
    const isLone = startLine + 1 >= endLine || state.isEmpty(startLine + 1);
    if (isLone && /^>[ \t]*$/.test(unindentedLineOf(state, startLine))) return false;
    if (!silent && quoteBelow(state, startLine, endLine)) return true;
    return built(state, startLine, endLine, silent);
  });
}

/** Marks without text quote the lines directly below them. */
function quoteBelow(state: StateBlock, startLine: number, endLine: number): boolean {
  let first = startLine;
  while (first < endLine && /^>[ \t]*$/.test(unindentedLineOf(state, first))) first++;
  if (first === startLine || first >= endLine || state.isEmpty(first)) return false;
  if (unindentedLineOf(state, first).startsWith('>') || state.sCount[first]! < state.blkIndent)
    return false;
  let last = first;
  while (last < endLine && !state.isEmpty(last)) last++;
  nestBlocks(state, 'blockquote', 'blockquote', first - 1, last);
  state.line = last;
  return true;
}

/** At this depth, the rest becomes one paragraph: no text is lost, and the nesting can't grow. */
const asParagraph: BlockRule = (state, startLine, endLine, silent) => {
  if (silent || state.level < tooDeep) return false;
  let line = startLine + 1;
  while (line < endLine && (state.isEmpty(line) || state.sCount[line]! >= state.blkIndent)) line++;
  state.push('paragraph_open', 'p', 1);
  const token = state.push('inline', '', 0);
  token.content = state.getLines(startLine, line, state.blkIndent, false).trim();
  token.children = [];
  state.push('paragraph_close', 'p', -1);
  state.line = line;
  return true;
};

const listMarker = /^(?:[*+-]|\d{1,9}\.)(?: |$)/;

interface Item {
  /** Columns before its marker: originally, and now. */
  readonly was: number;
  readonly now: number;
  /** Width of the marker, including dot and space. */
  readonly width: number;
}

/** Number of columns added, by line. */
const moves = new WeakMap<StateBlock, Map<number, number>>();

/** Columns to subtract when counting the line's own characters. */
export function indentationOffset(state: StateBlock, line: number): number {
  return moves.get(state)?.get(line) ?? 0;
}

/**
 * Indents what is nested in a numbered list, level by level, so that two spaces are enough for
 * each.
 */
function indentNested(state: StateBlock, startLine: number, endLine: number): void {
  if (!/^\d{1,9}\. /.test(unindentedLineOf(state, startLine))) return;
  const base = state.sCount[startLine]!;
  const items: Item[] = [];
  for (let line = startLine; line < endLine; line++) {
    if (state.isEmpty(line)) continue;
    const was = state.sCount[line]! - base;
    const [marker] = listMarker.exec(unindentedLineOf(state, line)) ?? [];
    if (marker === undefined) {
      if (was < nestingIndent) return;
      const owner = items.findLast((item) => item.was + nestingIndent <= was);
      if (owner && owner.now > owner.was) move(state, line, base, under(owner, was));
      continue;
    }
    while (items.length > 0 && was < items.at(-1)!.was + nestingIndent) items.pop();
    const parent = items.at(-1);
    const now = parent ? under(parent, was) : was;
    items.push({ was, now, width: Math.max(marker.length, 2) });
    move(state, line, base, now);
  }
}

/** New column of what was in column `was` within the item. */
function under({ was: old, now, width }: Item, was: number): number {
  return Math.max(was + now - old, now + width);
}

function move(state: StateBlock, line: number, base: number, column: number): void {
  const by = base + column - state.sCount[line]!;
  if (by === 0) return;
  state.sCount[line] = base + column;
  const moved = moves.get(state) ?? new Map<number, number>();
  moves.set(state, moved.set(line, (moved.get(line) ?? 0) + by));
}
