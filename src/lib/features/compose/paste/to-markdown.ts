import TurndownService from 'turndown';
import { inlineStyleRules, withInlineMarks } from './html/inline-styles';
import { inlineStyleOf, hasClass, trimmedTextOf } from './html/node';
import { isCodeEditorHtml, preparePastedHtml } from './html/prepare-pasted-html';
import { linesOf } from '../../../ui/lines-of';
import { markdownTable } from '../format/blocks';

/** Turns HTML rendered by Zulip back into its Markdown. */
function zulipHtmlRules(converter: TurndownService): void {
  converter.addRule('reference', {
    filter: (node) =>
      node.nodeName === 'A' && hasClass(node, 'stream', 'stream-topic', 'message-link'),
    replacement: (_, node) => {
      const link = node as HTMLElement;
      const [, message] = /\/near\/(\d+)$/.exec(link.getAttribute('href') ?? '') ?? [];
      const words = trimmedTextOf(link)
        .replace(/^#/, '')
        .replace(/ @ 💬$/, '');
      const [channel = '', ...topic] = words.split(' > ');
      if (hasClass(link, 'stream')) return `#**${words}**`;
      // An empty topic is shown as a placeholder in `em`.
      const name = link.querySelector('em') ? '' : topic.join(' > ');
      const at = hasClass(link, 'message-link') && message ? `@${message}` : '';
      return `#**${channel}>${name}${at}**`;
    },
  });
  converter.addRule('mention', {
    filter: (node) => hasClass(node, 'user-mention', 'topic-mention', 'user-group-mention'),
    replacement: (_, node) => {
      const silent = hasClass(node as HTMLElement, 'silent') ? '_' : '';
      const stars = hasClass(node as HTMLElement, 'user-group-mention') ? '*' : '**';
      const name = trimmedTextOf(node).replace(/^@/, '');
      const id = (node as HTMLElement).getAttribute('data-user-id');
      const which = (node as HTMLElement).hasAttribute('data-shared') ? `|${id}` : '';
      return `@${silent}${stars}${name}${which}${stars}`;
    },
  });
  converter.addRule('emoji', {
    filter: (node) => node.nodeName === 'SPAN' && hasClass(node, 'emoji'),
    replacement: (_, node) => {
      const title = (node as HTMLElement).getAttribute('title');
      return title === null || trimmedTextOf(node).startsWith(':')
        ? trimmedTextOf(node)
        : `:${title.replaceAll(' ', '_')}:`;
    },
  });
  converter.addRule('time', {
    filter: (node) => node.nodeName === 'TIME' && node.hasAttribute('datetime'),
    replacement: (_, node) => `<time:${(node as HTMLElement).getAttribute('datetime')}>`,
  });
  converter.addRule('math', {
    filter: (node) => hasClass(node, 'katex', 'katex-display'),
    replacement: (_, node) => {
      const source = trimmedTextOf((node as HTMLElement).querySelector('annotation'));
      return hasClass(node as HTMLElement, 'katex-display')
        ? `\n\n\`\`\`math\n${source}\n\`\`\`\n\n`
        : `$$${source}$$`;
    },
  });
}

/** Wraps text in fences longer than any inside it. */
function fencedBlock(info: string, text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`{3,}/g), ([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `\n\n${fence}${info}\n${text}\n${fence}\n\n`;
}

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
function pasteBlockRules(converter: TurndownService): void {
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

const isList = (node: Node | null) => node?.nodeName === 'UL' || node?.nodeName === 'OL';
const indented = (text: string) => text.replace(/^(?=.)/gm, '    ');

const isWordMark = (node: HTMLElement) => /mso-list:Ignore/i.test(inlineStyleOf(node));

const drawnTask = (box: string) => (box === '☑' ? '[x]' : '[ ]');

function pasteListRules(converter: TurndownService): void {
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

/** Rules for links and images. Images become links. */
function pasteLinkRules(converter: TurndownService): void {
  converter.addRule('picture', {
    filter: 'img',
    replacement: (_, node) => {
      const picture = node as HTMLElement;
      const source = picture.getAttribute('src') ?? '';
      const name = picture.getAttribute('alt') ?? source.split('/').at(-1) ?? '';
      const alt = name.replace(/[[\]\n]/g, ' ').trim();
      if (hasClass(picture, 'emoji')) return alt;
      if (hasClass(picture, 'inline-image')) return `![${alt}](${written(source)})`;
      // Inside a link, an image becomes the link's text.
      if (picture.closest('a[href]')) return alt;
      // An image without a name is decoration.
      return alt && /^https?:/.test(source) ? `[${alt}](${source})` : '';
    },
  });

  converter.addRule('link', {
    filter: (node) => node.nodeName === 'A' && node.hasAttribute('href'),
    replacement: (content, node) => {
      // A link is on one line, even if it contains blocks.
      const lines = content
        .split('\n')
        .map((line) => line.trim().replace(/^(?:#{1,6} |> |- )/, ''));
      const text = lines.filter(Boolean).join(' ');
      const given = (node as HTMLElement).getAttribute('href')!.trim();
      const address = written(given).replace(/\s/g, '%20');
      if (text === '') return '';
      const name = isPaired(text, '[', ']') ? text : text.replace(/[[\]]/g, '');
      const whole = isPaired(address, '(', ')')
        ? address
        : address.replaceAll('(', '%28').replaceAll(')', '%29');
      return `[${name}](${whole})`;
    },
  });
  converter.addRule('address', {
    filter: (node) =>
      node.nodeName === 'A' &&
      !/^(?:(?:https?|mailto|tel):|\/user_uploads\/)/i.test(node.getAttribute('href') ?? ''),
    replacement: (content) => content,
  });
  converter.addRule('plain address', {
    filter: (node) =>
      node.nodeName === 'A' &&
      node.getAttribute('href')?.replace(/^mailto:/i, '') ===
        trimmedTextOf(node).replace(/^mailto:/i, ''),
    replacement: (_, node) => trimmedTextOf(node),
  });
}

/**
 * Path of a file on this server, so that the server attaches it to the message. Outside a browser
 * there is no own origin.
 */
function written(address: string): string {
  const { origin = null } = (globalThis as { location?: Location }).location ?? {};
  return address.startsWith(`${origin}/user_uploads/`) ? address.slice(origin!.length) : address;
}

/** Whether the brackets match in order, so that they can be part of a link. */
function isPaired(text: string, open: string, close: string): boolean {
  let depth = 0;
  for (const one of text) {
    if (one === open) depth++;
    else if (one === close && --depth < 0) return false;
  }
  return depth === 0;
}

const converter = new TurndownService({
  headingStyle: 'atx',
  hr: '---',
  // A line break needs no characters before it.
  br: '',
});
// Zulip's Markdown has no escapes: a backslash would be shown.
converter.escape = (text) => text;

/** Elements without readable text. */
const mute = new Set(
  'script style title meta link noscript iframe svg button select textarea template clipboard-copy'.split(
    ' ',
  ),
);
converter.remove(
  (node) =>
    mute.has(node.nodeName.toLowerCase()) ||
    node.hasAttribute('hidden') ||
    /display:none/.test(inlineStyleOf(node)),
);

for (const addTo of [
  inlineStyleRules,
  pasteListRules,
  pasteLinkRules,
  pasteBlockRules,
  zulipHtmlRules,
])
  addTo(converter);

interface Means {
  /**
   * Defaults to the browser's parser, which runs no scripts. Tests without a browser pass their
   * own.
   */
  readonly parse?: (html: string) => Document;
  /** Whether other people share this user's name, so that the id is needed. */
  readonly isShared?: (user_id: number) => boolean;
}

/**
 * Copied HTML as Zulip Markdown. The HTML is parsed but never shown, so scripts don't run and
 * images aren't fetched. Empty if the plain text is enough.
 */
export function toMarkdown(
  html: string,
  {
    parse = (html) => new DOMParser().parseFromString(html, 'text/html'),
    isShared = () => false,
  }: Means = {},
): string {
  const { body } = parse(html);
  if (isCodeEditorHtml(body)) return '';
  preparePastedHtml(body, isShared);
  return converter
    .turndown(body)
    .replace(/\u00a0/g, ' ')
    .replace(/^[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
