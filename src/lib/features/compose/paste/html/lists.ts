import type TurndownService from 'turndown';
import { inlineStyleOf, trimmedTextOf } from './node';

const isList = (node: Node | null) => node?.nodeName === 'UL' || node?.nodeName === 'OL';
const indented = (text: string) => text.replace(/^(?=.)/gm, '    ');

const isWordMark = (node: HTMLElement) => /mso-list:Ignore/i.test(inlineStyleOf(node));

const drawnTask = (box: string) => (box === '☑' ? '[x]' : '[ ]');

export function pasteListRules(converter: TurndownService): void {
  /** Next number per list; items are converted in order. */
  const numbers = new WeakMap<Node, number>();
  function nextNumber(list: HTMLElement): number {
    const number = numbers.get(list) ?? Number(list.getAttribute('start') ?? 1);
    numbers.set(list, number + 1);
    return number;
  }

  converter.addRule('item', {
    filter: 'li',
    replacement: (content, node) => {
      const list = node.parentNode as HTMLElement | null;
      const mark = list?.nodeName === 'OL' ? `${nextNumber(list)}.` : '-';
      // Office suites wrap each item in a paragraph, which needs no blank line.
      const item = node as HTMLElement;
      const isLoose =
        Boolean(item.querySelector('pre, blockquote, table')) ||
        Array.from(item.children).filter(({ nodeName }) => nodeName === 'P').length > 1;
      const text = isLoose ? content.trim() : content.trim().replace(/\n\n+/g, '\n');
      // The server renders task checkboxes as characters.
      const [head = '', ...rest] = text.replace(/^[☐☑](?= )/, drawnTask).split('\n');
      return `${[`${mark} ${head}`, ...rest.map(indented)].join('\n')}\n`;
    },
  });
  // Office suites nest a list directly in a list, without an item between.
  converter.addRule('list in list', {
    filter: (node) => isList(node) && isList(node.parentNode),
    replacement: (content) => `${indented(content.trim())}\n`,
  });
  converter.addRule('task', {
    filter: (node) => node.nodeName === 'INPUT' && node.getAttribute('type') === 'checkbox',
    replacement: (_, node) => {
      const box = (node as HTMLElement).hasAttribute('checked') ? '[x]' : '[ ]';
      return /^\s/.test(node.nextSibling?.textContent ?? '') ? box : `${box} `;
    },
  });
  // Word's lists are paragraphs that state their level and include their markers.
  converter.addRule('word mark', { filter: isWordMark, replacement: () => '' });
  converter.addRule('word item', {
    filter: (node) => node.nodeName === 'P' && /mso-list:l\d+level\d/.test(inlineStyleOf(node)),
    replacement: (content, node) => {
      const item = node as HTMLElement;
      const level = Number(/level(\d)/.exec(inlineStyleOf(item))?.[1] ?? 1);
      const sign = trimmedTextOf(
        Array.from(item.querySelectorAll('span')).find(isWordMark) ?? null,
      );
      const mark = /^\d+[.)]/.test(sign) ? `${parseInt(sign)}.` : '-';
      return `\n${'    '.repeat(level - 1)}${mark} ${content.trim()}\n`;
    },
  });
}
