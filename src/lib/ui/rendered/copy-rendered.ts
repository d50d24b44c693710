/** Sender and time of a message, for copies of several messages. */
export interface MessageByline {
  readonly name: string;
  readonly time: string;
  /** URL of the message. */
  readonly link: string;
}

/** Parts that are only decorative or repeat the text. */
const ornaments =
  '.code-tools, .file-size, .picture-told, .message_inline_image, .message_inline_video, ' +
  '.message_embed, .youtube-video, figure:not(:has(figcaption)), button, [hidden]';
/** Elements that are copied completely or not at all. */
const atoms =
  '.katex, time, .emoji, .task, .user-mention, .user-group-mention, .topic-mention, a[data-address]';
const kept = new Set(
  (
    'href src alt title class start datetime open data-user-id data-user-group-id data-stream-id ' +
    'data-code-language data-untitled'
  ).split(' '),
);

/**
 * Puts the selected part of rendered messages on the clipboard as the server's HTML, since the
 * browser leaves out what isn't visible (the source of formulas, closed spoilers) and includes
 * decorations. Links get URLs that also work in other programs. If text outside the messages is
 * selected and no message has a byline, the browser copies the whole selection.
 */
export function copyRendered(
  event: ClipboardEvent,
  texts: Iterable<Element> = document.querySelectorAll('.rendered'),
  headOf: (text: Element) => MessageByline | undefined = () => undefined,
): void {
  const { clipboardData, target, defaultPrevented } = event;
  if (!clipboardData || defaultPrevented) return;
  if (target instanceof Element && target.closest('input, textarea, [contenteditable]')) return;
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount !== 1) return;
  const range = selection.getRangeAt(0);
  const copied = [...texts].flatMap((text) => {
    const source = sourceHtmlOf(text, range);
    return source ? [{ text, source }] : [];
  });
  const isHeaded = copied.some(({ text }) => headOf(text) !== undefined);
  if (!isHeaded && hasMore(range, copied)) return;
  const all = document.createElement('div');
  for (const { text, source } of copied) {
    const head = copied.length > 1 ? headOf(text) : undefined;
    if (head) all.append(lineOf(head));
    all.append(...source.childNodes);
  }
  if (all.childNodes.length === 0) return;
  event.preventDefault();
  clipboardData.setData('text/html', all.innerHTML);
  clipboardData.setData('text/plain', plainTextOf(all));
}

/** Whether the range has text outside these messages. */
function hasMore(range: Range, texts: readonly { readonly text: Element }[]): boolean {
  const signs = (part?: Range) => part?.toString().replace(/\s+/g, '').length ?? 0;
  return signs(range) > texts.reduce((sum, { text }) => sum + signs(partOf(text, range)), 0);
}

/**
 * The selected part of a rendered message, as HTML like the server's; undefined if there is none.
 */
export function sourceHtmlOf(text: Element, selected?: Range): HTMLElement | undefined {
  const range = partOf(text, selected);
  if (!range) return undefined;
  keepWhole(range);
  const source = document.createElement('div');
  source.append(enclosed(range, text));
  plain(source);
  const isSomething = source.textContent.trim() !== '' || source.querySelector('img') !== null;
  return isSomething ? source : undefined;
}

function partOf(text: Element, selected?: Range): Range | undefined {
  const range = document.createRange();
  range.selectNodeContents(text);
  if (!selected) return range;
  if (!selected.intersectsNode(text)) return undefined;
  if (text.contains(selected.startContainer)) {
    range.setStart(selected.startContainer, selected.startOffset);
  }
  if (text.contains(selected.endContainer)) {
    range.setEnd(selected.endContainer, selected.endOffset);
  }
  return range.collapsed ? undefined : range;
}

/** As plain text: as laid out, with list markers. */
export function plainTextOf(source: HTMLElement): string {
  const shown = source.cloneNode(true) as HTMLElement;
  for (const item of shown.querySelectorAll('li')) {
    const list = item.parentElement;
    const at = list ? [...list.children].indexOf(item) : 0;
    const depth = (item.parentElement?.closest('li') && '\u00a0'.repeat(4)) ?? '';
    item.prepend(list instanceof HTMLOListElement ? `${depth}${list.start + at}. ` : `${depth}- `);
    for (const paragraph of item.querySelectorAll(':scope > p')) {
      paragraph.replaceWith(...paragraph.childNodes);
    }
  }
  document.body.append(shown);
  const words = shown.innerText;
  shown.remove();
  return words
    .replace(/\u00a0/g, ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Extends the range over formulas and names, since part of one makes no sense. */
function keepWhole(range: Range): void {
  const atomOf = (node: Node) => {
    const element = node instanceof Element ? node : node.parentElement;
    return element?.closest('.katex-display') ?? element?.closest(atoms);
  };
  const [first, last] = [atomOf(range.startContainer), atomOf(range.endContainer)];
  // A selection within one name stays as it is.
  if (first && first === last && !first.matches('.katex, .katex-display')) return;
  if (first) range.setStartBefore(first);
  if (last) range.setEndAfter(last);
}

/**
 * The range's content within the elements that it needs: the list of its items, the table of its
 * rows, and any element that is completely selected.
 */
function enclosed(range: Range, text: Element): Node {
  let part: Node = range.cloneContents();
  let around: Node | null = range.commonAncestorContainer;
  if (around.nodeType === Node.TEXT_NODE) around = around.parentElement;
  const words = range.toString().trim();
  while (around instanceof Element && around !== text) {
    const isList = around.matches('ul, ol, table, thead, tbody, tr');
    if (!isList && around.textContent.trim() !== words) break;
    const copy = around.cloneNode(false) as Element;
    copy.append(part);
    if (around instanceof HTMLOListElement) {
      const items = [...around.children];
      const at = items.findIndex((item) => range.intersectsNode(item));
      copy.setAttribute('start', String(around.start + Math.max(0, at)));
    }
    part = copy;
    around = around.parentElement;
  }
  return part;
}

/** Undoes what `enhanceMessage` has added for display. */
function plain(source: HTMLElement): void {
  const all = (selector: string) => source.querySelectorAll<HTMLElement>(selector);
  for (const element of all(ornaments)) element.remove();
  for (const figure of all('figure')) {
    figure.replaceWith(...figure.querySelectorAll('figcaption > *'));
  }
  for (const block of all('.katex-display')) block.replaceWith(codeOf('math', texOf(block)));
  for (const formula of all('.katex')) formula.replaceWith(`$$${texOf(formula)}$$`);
  for (const emoji of all('img.emoji')) emoji.replaceWith(emoji.getAttribute('alt') ?? '');
  for (const task of all('.task')) task.replaceWith(task.matches('.done') ? '[x] ' : '[ ] ');
  for (const frame of all('.table-frame')) frame.replaceWith(...frame.childNodes);
  for (const frame of all('a.picture-frame')) {
    const picture = frame.querySelector('img');
    if (!picture?.matches('.inline-image')) continue;
    picture.src = frame.getAttribute('href') ?? picture.src;
    frame.replaceWith(picture);
  }
  for (const link of all('a[href], a[data-address]')) {
    link.setAttribute('href', link.dataset['address'] ?? (link as HTMLAnchorElement).href);
  }
  for (const picture of source.querySelectorAll('img')) picture.setAttribute('src', picture.src);
  for (const element of all('*')) {
    for (const name of element.getAttributeNames()) {
      if (!kept.has(name)) element.removeAttribute(name);
    }
  }
}

const texOf = (formula: Element) => formula.querySelector('annotation')?.textContent.trim() ?? '';

function codeOf(language: string, text: string): HTMLElement {
  const block = document.createElement('div');
  block.className = 'codehilite';
  block.setAttribute('data-code-language', language);
  const code = document.createElement('code');
  code.textContent = `${text}\n`;
  const pre = document.createElement('pre');
  pre.append(code);
  block.append(pre);
  return block;
}

function lineOf({ name, time, link }: MessageByline): HTMLElement {
  const line = document.createElement('p');
  const bold = document.createElement('strong');
  bold.textContent = name;
  const when = document.createElement('a');
  when.href = link;
  when.textContent = time;
  line.append(bold, ' ', when);
  return line;
}
