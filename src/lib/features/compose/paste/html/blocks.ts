import type TurndownService from 'turndown';
import { linesOf } from '../../../../ui/lines-of';
import { markdownTable } from '../../format/blocks';
import { withInlineMarks } from './inline-styles';
import { fencedBlock } from './fenced-block';
import { hasClass, trimmedTextOf } from './node';

const headOf = (details: Element) =>
  Array.from(details.children).find(({ nodeName }) => nodeName === 'SUMMARY') ?? null;
const isHead = (node: Element) =>
  node.nodeName === 'SUMMARY' &&
  node.parentNode?.nodeName === 'DETAILS' &&
  headOf(node.parentNode as Element) === node;
const spoiler = (head: string, content: string) => fencedBlock(`spoiler ${head}`.trim(), content);

/** Elements that make a cell more than one line of text. */
const inCells = 'p, div, ul, ol, blockquote, h1, h2, h3, h4, h5, h6, table, pre';

/** Highest `colspan` and `rowspan` that are respected. */
const maxSpan = 100;

/** The cells of each row by column; null where an earlier cell spans. */
function rowsOf(table: HTMLElement): (Element | null)[][] {
  const lines = Array.from(table.querySelectorAll('tr'), (row) =>
    Array.from(row.children).filter(({ nodeName }) => nodeName === 'TD' || nodeName === 'TH'),
  ).filter((cells) => cells.length > 0);
  const grid = lines.map((): (Element | null | undefined)[] => []);
  for (const [at, cells] of lines.entries()) {
    let column = 0;
    for (const cell of cells) {
      while (grid[at]![column] !== undefined) column++;
      const [wide, high] = [spanOf(cell, 'colspan'), spanOf(cell, 'rowspan')];
      for (const row of grid.slice(at, at + high)) {
        for (let by = 0; by < wide; by++) row[column + by] ??= null;
      }
      grid[at]![column] = cell;
    }
  }
  return grid.map((row) => Array.from(row, (cell) => cell ?? null));
}

const spanOf = (cell: Element, name: string) =>
  Math.min(maxSpan, Math.max(1, Math.trunc(Number(cell.getAttribute(name)) || 1)));

/** Line numbers beside code in a table. */
function isNumbers(pre: HTMLElement): boolean {
  const row = pre.closest('tr');
  return (row?.querySelectorAll('pre').length ?? 0) > 1 && /^[\s\d]*$/.test(pre.textContent ?? '');
}

/** The code's language, which sites write as a class on the element or around it. */
function languageOf(pre: HTMLElement, code: Element | null): string {
  for (let at = code ?? pre; at.parentElement; at = at.parentElement) {
    const [, name = ''] = language.exec(at.getAttribute('class') ?? '') ?? [];
    const given = at.getAttribute('data-code-language') ?? (name === 'default' ? '' : name);
    if (given) return given.toLowerCase().replace(/\s.*/, '');
  }
  return '';
}

const language = /(?:^|\s)(?:language|highlight(?:-source)?)-([\w+#.-]+)/;

/** Rules for lines, tables, code and collapsible sections. */
export function pasteBlockRules(converter: TurndownService): void {
  // Mail editors write each line as a `div`; an empty one contains a line break.
  converter.addRule('line', {
    filter: 'div',
    replacement: (content) => (content.trim() ? `\n${content}\n` : '\n\n'),
  });

  converter.addRule('table', {
    filter: 'table',
    replacement: (content, node) => {
      const table = node as HTMLElement;
      // Most spreadsheet cells are plain text.
      const written = (cell: Element) => {
        const text =
          cell.children.length === 0 ? trimmedTextOf(cell) : converter.turndown(cell.innerHTML);
        return withInlineMarks(text.trim(), cell as HTMLElement);
      };
      const rows = rowsOf(table);
      const isLaidOut = Boolean(table.querySelector('table, pre'));
      if (isLaidOut) return `\n\n${content.trim()}\n\n`;
      if (rows.every((cells) => cells.length < 2)) {
        // One column: a list of lines, or a layout table.
        const cells = rows.flat().filter((cell) => cell !== null);
        const isLines = cells.every((cell) => cell.querySelectorAll(inCells).length < 2);
        return isLines ? `\n\n${cells.map(written).join('\n')}\n\n` : `\n\n${content.trim()}\n\n`;
      }
      const [head = [], ...body] = rows.map((row) =>
        row.map((cell) => (cell ? written(cell) : '')),
      );
      // Table headings are bold anyway.
      const plain = head.map((cell) => cell.replace(/^\*\*((?:(?!\*\*).)*)\*\*$/, '$1'));
      const caption = trimmedTextOf(table.querySelector('caption'));
      return `\n\n${caption}\n\n${markdownTable([plain, ...body])}\n\n`;
    },
  });

  converter.addRule('code block', {
    filter: (node) => node.nodeName === 'PRE',
    replacement: (_, node) => {
      const pre = node as HTMLElement;
      if (isNumbers(pre)) return '';
      const code = pre.querySelector('code[class*="language-"]');
      // The element with the language can also contain a title and buttons.
      const lines = linesOf(code ?? pre, ({ nodeName }) => nodeName === 'BUTTON');
      while (lines.length > 1 && lines.at(-1) === '') lines.pop();
      return fencedBlock(languageOf(pre, code), lines.join('\n'));
    },
  });
  converter.addRule('spoiler', {
    filter: (node) => hasClass(node, 'spoiler-block'),
    replacement: (_, node) => {
      const part = (name: string) =>
        converter.turndown((node as HTMLElement).querySelector(`.${name}`)?.innerHTML ?? '').trim();
      return spoiler(part('spoiler-header'), part('spoiler-content'));
    },
  });
  converter.addRule('summary', { filter: isHead, replacement: () => '' });
  converter.addRule('details', {
    filter: 'details',
    replacement: (content, node) => {
      const head = headOf(node as HTMLElement);
      const isNamed = head && !head.hasAttribute('data-untitled');
      return spoiler(isNamed ? converter.turndown(head.innerHTML).trim() : '', content.trim());
    },
  });
}
