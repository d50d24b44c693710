import TurndownService from 'turndown';
import { tableOf } from '../format/blocks';

const converter = new TurndownService({
  headingStyle: 'atx',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
  emDelimiter: '*',
  strongDelimiter: '**',
  hr: '---',
  // A line's end is one, whatever stands before it.
  br: '',
});
// The dialect has no escapes: a backslash would be shown.
converter.escape = (text) => text;

const has = (node: HTMLElement, ...names: string[]) =>
  names.some((name) => ` ${node.getAttribute('class') ?? ''} `.includes(` ${name} `));
const styleOf = (node: HTMLElement) => (node.getAttribute('style') ?? '').replace(/\s/g, '');
const textOf = (node: Node | null) => (node?.textContent ?? '').trim();

/** What has nothing to read in it. */
const mute = new Set('script style title meta link noscript iframe svg input'.split(' '));
converter.remove((node) => mute.has(node.nodeName.toLowerCase()));

converter.addRule('strike', {
  filter: (node) =>
    ['DEL', 'S', 'STRIKE'].includes(node.nodeName) || /line-through/.test(styleOf(node)),
  replacement: (content) => (content.trim() ? `~~${content}~~` : content),
});

// Office suites say it by style: a span that is bold, and a `b` that is not.
converter.addRule('weight', {
  filter: (node) => node.nodeName === 'SPAN' && /font-weight:(?:bold|[6-9]00)/.test(styleOf(node)),
  replacement: (content) => (content.trim() ? `**${content.trim()}**` : content),
});
converter.addRule('light', {
  filter: (node) => node.nodeName === 'B' && /font-weight:(?:normal|[1-4]00)/.test(styleOf(node)),
  replacement: (content) => content,
});

converter.addRule('table', {
  filter: 'table',
  replacement: (_, node) => {
    const rows = Array.from((node as HTMLElement).querySelectorAll('tr'), (row) =>
      Array.from(row.children)
        .filter(({ nodeName }) => nodeName === 'TD' || nodeName === 'TH')
        .map((cell) => converter.turndown(cell.innerHTML)),
    ).filter((cells) => cells.length > 0);
    return rows.length > 0 ? `\n\n${tableOf(rows)}\n\n` : '';
  },
});

converter.addRule('picture', {
  filter: 'img',
  replacement: (_, node) => {
    const picture = node as HTMLElement;
    const source = picture.getAttribute('src') ?? '';
    const alt = (picture.getAttribute('alt') ?? '').replace(/[[\]\n]/g, ' ').trim();
    if (has(picture, 'emoji')) return alt;
    return /^https?:/.test(source) ? `[${alt}](${source})` : '';
  },
});

converter.addRule('link', {
  filter: (node) => node.nodeName === 'A' && node.hasAttribute('href'),
  replacement: (content, node) => {
    const text = content.trim().replace(/\s*\n\s*/g, ' ');
    const address = (node as HTMLElement).getAttribute('href')!.trim().replace(/\s/g, '%20');
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
    node.nodeName === 'A' && !/^(?:https?|mailto|tel):/i.test(node.getAttribute('href') ?? ''),
  replacement: (content) => content,
});
converter.addRule('plain address', {
  filter: (node) => node.nodeName === 'A' && node.getAttribute('href') === textOf(node),
  replacement: (_, node) => textOf(node),
});

// What the service renders goes back to what was written.
converter.addRule('reference', {
  filter: (node) => node.nodeName === 'A' && has(node, 'stream', 'stream-topic', 'message-link'),
  replacement: (_, node) =>
    `#**${textOf(node)
      .replace(/^#/, '')
      .replace(/ > /, '>')
      .replace(/ @ 💬$/, '')}**`,
});
converter.addRule('mention', {
  filter: (node) => has(node, 'user-mention', 'topic-mention', 'user-group-mention'),
  replacement: (_, node) => {
    const silent = has(node as HTMLElement, 'silent') ? '_' : '';
    const stars = has(node as HTMLElement, 'user-group-mention') ? '*' : '**';
    return `@${silent}${stars}${textOf(node).replace(/^@/, '')}${stars}`;
  },
});
converter.addRule('emoji', {
  filter: (node) => node.nodeName === 'SPAN' && has(node, 'emoji'),
  replacement: (_, node) => textOf(node),
});
converter.addRule('time', {
  filter: (node) => node.nodeName === 'TIME' && node.hasAttribute('datetime'),
  replacement: (_, node) => `<time:${(node as HTMLElement).getAttribute('datetime')}>`,
});
converter.addRule('math', {
  filter: (node) => has(node, 'katex', 'katex-display'),
  replacement: (_, node) => {
    const source = textOf((node as HTMLElement).querySelector('annotation'));
    return has(node as HTMLElement, 'katex-display')
      ? `\n\n\`\`\`math\n${source}\n\`\`\`\n\n`
      : `$$${source}$$`;
  },
});
converter.addRule('code block', {
  filter: (node) => node.nodeName === 'PRE',
  replacement: (_, node) => {
    const pre = node as HTMLElement;
    const around = pre.parentNode as HTMLElement | null;
    const language =
      around?.getAttribute?.('data-code-language') ??
      /language-([\w+#.-]+)/.exec(pre.querySelector('code')?.getAttribute('class') ?? '')?.[1] ??
      '';
    const text = (pre.textContent ?? '').replace(/\n$/, '');
    const longest = Math.max(2, ...Array.from(text.matchAll(/`{3,}/g), ([ticks]) => ticks.length));
    const fence = '`'.repeat(longest + 1);
    return `\n\n${fence}${language.toLowerCase().replace(/\s.*/, '')}\n${text}\n${fence}\n\n`;
  },
});
converter.addRule('spoiler', {
  filter: (node) => has(node, 'spoiler-block'),
  replacement: (_, node) => {
    const part = (name: string) =>
      converter.turndown((node as HTMLElement).querySelector(`.${name}`)?.innerHTML ?? '').trim();
    return `\n\n\`\`\`spoiler ${part('spoiler-header')}\n${part('spoiler-content')}\n\`\`\`\n\n`;
  },
});

/** Each opening one is closed, in order: so they may stand in a link. */
function isPaired(text: string, open: string, close: string): boolean {
  let depth = 0;
  for (const one of text) {
    if (one === open) depth++;
    else if (one === close && --depth < 0) return false;
  }
  return depth === 0;
}

/**
 * Copied HTML as Markdown of the dialect. It is read, never shown: scripts don't run and pictures
 * aren't fetched, and what comes out is text.
 */
export function toMarkdown(html: string): string {
  const fragment = /<!--StartFragment-->([^]*?)<!--EndFragment-->/.exec(html)?.[1] ?? html;
  return converter
    .turndown(fragment)
    .replace(/^(\s*)(-|\d+\.) {2,3}/gm, '$1$2 ')
    .replace(/\u00a0/g, ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
