/**
 * Copies the screen as inert HTML for the next start: the shell and the list of its page. Only
 * elements on this list are copied, with the attributes below.
 */
const plain = new Set(
  'div span button a b i em strong small s u code kbd bdi br time input svg path circle rect line polyline polygon ellipse g'.split(
    ' ',
  ),
);
/**
 * Landmarks and headings that a document should have once: the copy uses a `div` that looks the
 * same. Images also become a `div`, because they may not be available.
 */
const boxes = new Set('main header nav section footer ul ol li p h1 h2 h3 h4 img'.split(' '));
const attributes =
  /^(?:class|style|dir|lang|placeholder|width|height|data-(?:navigation|bar|conversations|list|detail|rows|initials|key|press|toggle)|aria-(?:disabled|pressed)|viewBox|fill|stroke(?:-width|-linecap|-linejoin)?|d|points|transform|[xyr]|[cr][xy]|[xy][12])$/;
/** A link within the app. If it is pressed early, `first-paint` opens it once the app is ready. */
const isOwnLink = (name: string, value: string) => name === 'href' && /^\/(?![/\\])/.test(value);
/** Skips message content, temporary states, and text for screen readers. */
const excludedSelector = '.rendered, .sr-only, [contenteditable], [popover], [data-momentary]';

/**
 * Returns '' if the list is empty, and null if the page isn't in its start state: rows are
 * selected, filtered, scrolled or still loading.
 */
export function copyView(shell: Element): string | null {
  const main = shell.querySelector('main');
  const list = main?.querySelector('[data-list]') ?? main;
  if (!list?.checkVisibility() || shell.hasAttribute('data-pending')) return null;
  if (list.querySelector('[data-waiting], [data-pending]') || isChanged(list)) return null;
  if (!list.querySelector('[role=option]')) return '';
  // In this document, images aren't loaded and scripts don't run.
  const inert = document.implementation.createHTMLDocument();
  return copyOf(shell, inert, innerHeight)?.outerHTML ?? '';
}

function isChanged(part: Element): boolean {
  const isChosen = part.querySelector('[aria-multiselectable] [aria-selected=true]') !== null;
  return isChosen || isMoved(part) || isFiltered(part);
}

const isMoved = (part: Element) =>
  part.scrollTop > 0 || [...part.querySelectorAll('*')].some(({ scrollTop }) => scrollTop > 0);

const isFiltered = (part: Element) =>
  [...part.querySelectorAll<HTMLInputElement>('input:not([type=radio]), textarea')].some(
    ({ value }) => value !== '',
  );

/** Nothing below `end`, in pixels from the top of the window, is visible. */
function copyOf(element: Element, inert: Document, end: number): Element | null {
  const { localName, namespaceURI } = element;
  const name = plain.has(localName) ? localName : boxes.has(localName) ? 'div' : undefined;
  if (name === undefined || element.matches(excludedSelector)) return null;
  const { display, overflowY } = getComputedStyle(element);
  if (display === 'none') return null;
  const { top, bottom, height } = element.getBoundingClientRect();
  if (height > 0 && (bottom <= 0 || top >= end)) return null;

  const copy = inert.createElementNS(namespaceURI, name);
  for (const { name, value } of element.attributes) {
    if (attributes.test(name) || isOwnLink(name, value)) copy.setAttribute(name, value);
  }
  // Stops the browser from restoring earlier text in a field.
  if (name === 'input') copy.setAttribute('autocomplete', 'off');
  if (copy instanceof HTMLElement && name === 'time') copy.style.visibility = 'hidden';
  mark(element, copy);
  if (element.hasAttribute('data-detail')) return copy;
  if (element.hasAttribute('data-conversations') && isChanged(element)) return copy;
  const isCut = overflowY !== 'visible' && element.scrollHeight > element.clientHeight;
  for (const child of element.childNodes) {
    if (child instanceof Text) copy.append(child.data);
    else if (child instanceof Element) {
      const part = copyOf(child, inert, isCut ? Math.min(end, bottom) : end);
      if (part) copy.append(part);
    }
  }
  return copy;
}

/**
 * Marks rows so that they can be found again, and removes the styles of the focused or open row.
 */
function mark(element: Element, copy: Element): void {
  if (element.matches('main')) copy.setAttribute('data-rows', '');
  if (element.matches('[role=option]')) copy.setAttribute('data-first-row', '');
  if (!element.parentElement?.matches('[role=option]')) return;
  const drawn = [...copy.classList].filter((one) => !/^(?:before:|bg-accent-soft$)/.test(one));
  copy.setAttribute('class', drawn.join(' '));
}
