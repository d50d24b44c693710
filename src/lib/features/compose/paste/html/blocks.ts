import type TurndownService from 'turndown';
import { tableOf } from '../../format/blocks';
import { fenced } from './fenced';
import { hasClass, textOf } from './node';

const headOf = (details: Element) =>
  Array.from(details.children).find(({ nodeName }) => nodeName === 'SUMMARY') ?? null;
const isHead = (node: Element) =>
  node.nodeName === 'SUMMARY' &&
  node.parentNode?.nodeName === 'DETAILS' &&
  headOf(node.parentNode as Element) === node;
const spoiler = (head: string, content: string) => fenced(`spoiler ${head}`.trim(), content);

/** Lines, tables, code and what is folded. */
export function blockRules(converter: TurndownService): void {
  // A line, as editors of mail write it; an empty one has a break in it.
  converter.addRule('line', {
    filter: 'div',
    replacement: (content) => (content.trim() ? `\n${content}\n` : '\n\n'),
  });

  converter.addRule('table', {
    filter: 'table',
    replacement: (content, node) => {
      const table = node as HTMLElement;
      const laidOut = `\n\n${content.trim()}\n\n`;
      // Tables in it, or one column: only there to lay something out.
      if (table.querySelector('table')) return laidOut;
      const rows = Array.from(table.querySelectorAll('tr'), (row) =>
        Array.from(row.children)
          .filter(({ nodeName }) => nodeName === 'TD' || nodeName === 'TH')
          .map((cell) => converter.turndown(cell.innerHTML)),
      ).filter((cells) => cells.length > 0);
      if (rows.every((cells) => cells.length < 2)) return laidOut;
      return `\n\n${textOf(table.querySelector('caption'))}\n\n${tableOf(rows)}\n\n`;
    },
  });

  converter.addRule('code block', {
    filter: (node) => node.nodeName === 'PRE',
    replacement: (_, node) => {
      const pre = node as HTMLElement;
      const around = pre.parentNode as HTMLElement | null;
      const code = pre.querySelector('code[class*="language-"]');
      const language =
        around?.getAttribute?.('data-code-language') ??
        /language-([\w+#.-]+)/.exec(code?.getAttribute('class') ?? '')?.[1] ??
        '';
      // Beside what says its language stand a title and buttons.
      const text = ((code ?? pre).textContent ?? '').replace(/\n$/, '');
      return fenced(language.toLowerCase().replace(/\s.*/, ''), text);
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
    replacement: (content, node) => spoiler(textOf(headOf(node as HTMLElement)), content.trim()),
  });
}
