import { m } from '$lib/paraglide/messages';
import { emojiSign } from './emoji-sign';
import { fileName } from './file-name';
import { formatMessageTime } from './format-message-time';
import type { RenderContext } from './render-context';

type Reader = Pick<RenderContext, 'locale' | 'timeZone' | 'twentyFourHour'>;

const blocks =
  'p, div, h1, h2, h3, h4, h5, h6, blockquote, pre, ul, ol, table, hr, details, figure, .spoiler-block';
const previews = '.message_inline_image, .message_inline_video, .youtube-video';
/** Elements left out: controls, and previews of other pages. */
const noWords = '.code-tools, .message_embed, .picture-told, button, script, style';

/**
 * The text of a message, line by line, as it would be read aloud: from a server's HTML or from the
 * rendered message. Closed spoilers stay closed, emoji become characters, formulas their source,
 * images their names, and quotes are marked.
 */
export function readableLines(message: string | Element, reader: Reader): string[] {
  const root =
    typeof message === 'string'
      ? new DOMParser().parseFromString(message, 'text/html').body
      : message;
  const links = [...root.querySelectorAll('a[href]')].filter(
    (link) => !link.closest(previews) && link.textContent.trim() !== '',
  );
  const named = new Set(links.map((link) => link.getAttribute('href')));
  return linesOf(root);

  function linesOf(parent: Element): string[] {
    const lines: string[] = [];
    let open = '';
    const end = () => {
      if (open.trim() !== '') lines.push(open.trim());
      open = '';
    };
    const walk = (nodes: Iterable<ChildNode>) => {
      for (const node of nodes) {
        if (node instanceof Text) open += spaced(open, node.data);
        if (!(node instanceof Element) || node.matches(noWords)) continue;
        if (node.matches('br, hr')) end();
        else if (node.matches(blocks)) {
          end();
          lines.push(...linesOfBlock(node));
        } else {
          const word = wordOf(node);
          if (word === undefined) walk(node.childNodes);
          else open += word;
        }
      }
    };
    walk(parent.childNodes);
    end();
    return lines;
  }

  function linesOfBlock(block: Element): string[] {
    if (block.matches(previews)) return nameOfPreview(block);
    if (block.matches('.spoiler-block')) return linesOfSpoiler(block);
    switch (block.localName) {
      case 'blockquote':
        return linesOf(block).map((line) => `> ${line}`);
      case 'pre':
        return block.textContent.replace(/\n$/, '').split('\n');
      case 'ol':
        return [...block.children].flatMap((item, at) => numbered(item, at + firstOf(block)));
      case 'ul':
        return [...block.children].flatMap(linesOf);
      case 'table':
        return [...block.querySelectorAll('tr')].map((row) =>
          [...row.children].map((cell) => linesOf(cell).join(' ')).join(' | '),
        );
      default:
        return linesOf(block);
    }
  }

  /** Nested lists are indented. */
  function numbered(item: Element, number: number): string[] {
    const inner = item.querySelectorAll(':scope > ul, :scope > ol');
    const deeper = [...inner].flatMap(linesOfBlock).map((line) => `  ${line}`);
    const own = item.cloneNode(true) as Element;
    for (const list of own.querySelectorAll(':scope > ul, :scope > ol')) list.remove();
    const [first = '', ...rest] = linesOf(own);
    return [`${number}. ${first}`, ...rest, ...deeper];
  }

  function linesOfSpoiler(block: Element): string[] {
    const header = block.querySelector(':scope > .spoiler-header, :scope > summary');
    const title = (header ? linesOf(header).join(' ') : '') || m.ui_spoiler();
    const content = block.matches('[open]') && block.querySelector(':scope > .spoiler-content');
    return content ? [title, ...linesOf(content)] : [`${title} (…)`];
  }

  /** If the text already names the file, the preview adds nothing. */
  function nameOfPreview(preview: Element): string[] {
    const link = preview.querySelector('a[href]');
    if (named.has(link?.getAttribute('href') ?? null)) return [];
    const file = preview.querySelector('img, video');
    const name = file ? nameOfFile(file) : fileName(link?.getAttribute('href') ?? '');
    return name === '' ? [] : [name];
  }

  function wordOf(element: Element): string | undefined {
    if (element.matches('span.emoji')) return emojiSign(element);
    if (element.matches('.katex')) {
      const typed = element.querySelector('annotation[encoding="application/x-tex"]');
      return typed ? `$$${typed.textContent.trim().replace(/\s+/g, ' ')}$$` : undefined;
    }
    switch (element.localName) {
      case 'code':
        return element.textContent;
      case 'time': {
        const moment = new Date(element.getAttribute('datetime') ?? '');
        return Number.isNaN(moment.getTime()) ? undefined : formatMessageTime(moment, reader);
      }
      case 'img':
      case 'video':
      case 'audio':
        return nameOfFile(element);
      default:
        return undefined;
    }
  }
}

function nameOfFile(file: Element): string {
  const link = file.closest('a');
  const address =
    file.getAttribute('data-original-url') ??
    link?.getAttribute('href') ??
    file.getAttribute('data-original-src') ??
    file.getAttribute('src') ??
    '';
  return file.getAttribute('alt') || file.getAttribute('title') || link?.title || fileName(address);
}

const firstOf = (list: Element) => Number(list.getAttribute('start') ?? 1) || 1;

/** Collapses white space as HTML does, and removes it at the start of a line. */
function spaced(before: string, text: string): string {
  const one = text.replace(/[ \t\r\n\f]+/g, ' ');
  return before === '' || before.endsWith(' ') ? one.replace(/^ /, '') : one;
}
