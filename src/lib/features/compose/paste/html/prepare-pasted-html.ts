import { isBlockElement, linesOf } from '../../../../ui/lines-of';
import { hasClass, inlineStyleOf, trimmedTextOf } from './node';

/** Turns program-specific markup (comments, style sheets, white space) into plain HTML. */
export function preparePastedHtml(body: HTMLElement, isShared: (user_id: number) => boolean): void {
  for (const mention of all(body, '.user-mention')) {
    if (isShared(Number(mention.getAttribute('data-user-id')))) {
      mention.setAttribute('data-shared', '');
    }
  }
  keepFragment(body);
  applyClasses(body);
  for (const element of all(body, '*')) if (isOrnament(element)) element.remove();
  for (const label of all(body, '.lang')) codeLabel(label);
  for (const table of all(body, 'table')) codeInTable(table);
  for (const element of all(body, '[style]')) codeBlock(element);
  for (const element of all(body, '[style]')) {
    keepLines(element);
    if (element.nodeName === 'SPAN' && isBlockElement(element) && !isInCode(element))
      asLine(element);
  }
}

/** HTML of a code editor, which only adds colors. */
export function isCodeEditorHtml(body: HTMLElement): boolean {
  const [root, ...others] = Array.from(body.children).filter(({ nodeName }) => nodeName !== 'META');
  return (
    root?.nodeName === 'DIV' &&
    others.length === 0 &&
    isCodeStyle(root) &&
    Array.from(root.children).every(({ nodeName }) => nodeName === 'DIV' || nodeName === 'BR')
  );
}

const all = (root: Element, selector: string) =>
  Array.from(root.querySelectorAll<HTMLElement>(selector));
const isInCode = (element: Element) => Boolean(element.closest('pre, code'));

/**
 * Comments mark the copied fragment within its page. Spreadsheets place them within a table or row:
 * keeps the elements around the fragment and removes those beside it.
 */
function keepFragment(body: HTMLElement): void {
  const marks: Node[] = [];
  const find = (node: Node) => {
    if (node.nodeType === 8 && /^(?:Start|End)Fragment$/.test(node.nodeValue ?? '')) {
      marks.push(node);
    }
    for (const child of Array.from(node.childNodes)) find(child);
  };
  find(body);
  const start = marks.findIndex(({ nodeValue }) => nodeValue === 'StartFragment');
  const end = marks.findIndex(({ nodeValue }, at) => at > start && nodeValue === 'EndFragment');
  if (start < 0 || end < 0) return;
  removeSiblings(marks[start]!, body, 'previousSibling');
  removeSiblings(marks[end]!, body, 'nextSibling');
}

function removeSiblings(mark: Node, body: Node, side: 'previousSibling' | 'nextSibling'): void {
  for (let at: Node | null = mark; at && at !== body; at = at.parentNode) {
    for (let sibling = at[side]; sibling; sibling = at[side])
      sibling.parentNode?.removeChild(sibling);
  }
}

/** Spreadsheets define bold cells in a style sheet; copies those rules to the elements. */
function applyClasses(body: HTMLElement): void {
  const sheets = Array.from(body.ownerDocument.querySelectorAll('style'), trimmedTextOf).join('\n');
  for (const [, name = '', rules = ''] of sheets.matchAll(/\.([\w-]+)\s*\{([^}]*)\}/g)) {
    const faces = /(?:font-weight|font-style|text-decoration):[^;]*/g;
    const style = (rules.match(faces) ?? []).join(';');
    if (!/bold|[6-9]00|italic|line-through/.test(style)) continue;
    for (const element of Array.from(body.getElementsByClassName(name))) {
      element.setAttribute('style', `${style};${element.getAttribute('style') ?? ''}`);
    }
  }
}

/** Line numbers beside code, and the links of headings to themselves. */
function isOrnament(element: HTMLElement): boolean {
  if (element.nodeName === 'A') {
    return (
      /^[\s\u200b\ufeff#¶§🔗]*$/u.test(trimmedTextOf(element)) && !element.querySelector('img')
    );
  }
  return hasClass(
    element,
    ...['line-numbers-wrapper', 'line-numbers-rows', 'line-number', 'linenumber', 'linenos'],
    ...['lineno', 'lnt', 'hljs-ln-numbers', 'blob-num', 'react-syntax-highlighter-line-number'],
  );
}

/** A language name shown above code. */
function codeLabel(label: HTMLElement): void {
  const code = label.nextElementSibling;
  if (code?.nodeName !== 'PRE') return;
  code.setAttribute('data-code-language', trimmedTextOf(label));
  label.remove();
}

const isCodeStyle = (element: Element) => {
  const style = inlineStyleOf(element as HTMLElement);
  return /(?:^|;)white-space:pre(?:;|$)/.test(style) && /mono|consolas|courier/i.test(style);
};

/** Code with one table row per line, as code hosting sites show files and diffs. */
function codeInTable(table: HTMLElement): void {
  const rows = all(table, 'tr');
  const isCode = (cell: HTMLElement) => hasClass(cell, 'blob-code') || isCodeStyle(cell);
  const cells = rows.map((row) => all(row, 'td').filter(isCode));
  if (rows.length === 0 || cells.some(({ length }) => length !== 1)) return;
  const isDiff = Boolean(table.querySelector('[data-code-marker="+"], [data-code-marker="-"]'));
  const lines = cells.map(([cell]) => {
    const marked = cell!.querySelector('[data-code-marker]');
    const line = linesOf(marked ?? cell!).join('');
    return isDiff ? (marked?.getAttribute('data-code-marker') ?? ' ') + line : line;
  });
  table.replaceWith(preOf(table.ownerDocument, lines, isDiff ? 'diff' : undefined));
}

/** A monospaced element that preserves white space. */
function codeBlock(element: HTMLElement): void {
  if (/^(?:PRE|CODE|LI|[UO]L)$/.test(element.nodeName) || isInCode(element)) return;
  if (!isCodeStyle(element)) return;
  const lines = linesOf(element);
  if (lines.length < 2) return;
  element.replaceWith(preOf(element.ownerDocument, lines));
}

function preOf(document: Document, lines: readonly string[], language?: string): HTMLElement {
  const pre = document.createElement('pre');
  const code = document.createElement('code');
  if (language) code.setAttribute('class', `language-${language}`);
  code.textContent = lines.join('\n');
  pre.appendChild(code);
  return pre;
}

/** Turns visible line breaks into `br` elements. */
function keepLines(element: HTMLElement): void {
  if (isInCode(element)) return;
  if (
    !/(?:^|;)white-space:(?:pre|pre-wrap|pre-line|break-spaces)(?:;|$)/.test(inlineStyleOf(element))
  )
    return;
  const read = (node: Node) => {
    if (node.nodeType === 1) {
      const child = node as HTMLElement;
      if (/white-space/.test(inlineStyleOf(child)) || isInCode(child)) return;
      for (const inner of Array.from(node.childNodes)) read(inner);
    } else if (node.nodeType === 3 && /\S/.test(node.nodeValue ?? '')) {
      const [first = '', ...rest] = (node.nodeValue ?? '').split('\n');
      const document = element.ownerDocument;
      const parts = rest.flatMap((line) => [document.createElement('br'), line]);
      if (rest.length > 0) (node as Text).replaceWith(first, ...parts);
    }
  };
  for (const child of Array.from(element.childNodes)) read(child);
}

/** Turns a `span` that is displayed as a block into a `div`. */
function asLine(span: HTMLElement): void {
  const line = span.ownerDocument.createElement('div');
  for (const child of Array.from(span.childNodes)) line.appendChild(child);
  span.replaceWith(line);
}
