/**
 * A copy of the screen for the next start: the shell and the list of its page, as inert elements. An
 * element consists of its name, its attributes and its children.
 */
export type ViewCopy =
  | string
  | readonly [name: string, attributes: Readonly<Record<string, string>>, ...children: ViewCopy[]];

/** All that a copy can contain: checked when it is made and when it is shown. */
export const viewCopyRules = {
  elements:
    'div span button a b i em strong small s u code kbd bdi br time input svg path circle rect line polyline polygon ellipse g'.split(
      ' ',
    ),
  attributes:
    /^(?:class|style|dir|lang|placeholder|autocomplete|width|height|data-(?:navigation|bar|conversations|list|detail|rows|first-row|initials|key|press|toggle)|aria-(?:disabled|pressed)|viewBox|fill|stroke(?:-width|-linecap|-linejoin)?|d|points|transform|[xyr]|[cr][xy]|[xy][12])$/,
  /** A link within the app. If it is pressed early, `first-paint` opens it once the app is ready. */
  link: /^\/(?![/\\])/,
};

/**
 * The elements of a copy. Part of the document's script (views/first-paint/frame-script), so it uses
 * nothing outside of it.
 */
export function buildViewCopy(
  copy: ViewCopy,
  rules: typeof viewCopyRules,
  namespace = 'http://www.w3.org/1999/xhtml',
): Node {
  if (typeof copy === 'string') return document.createTextNode(copy);
  const [name, attributes, ...children] = copy;
  if (!rules.elements.includes(name)) return document.createTextNode('');
  const own = name === 'svg' ? 'http://www.w3.org/2000/svg' : namespace;
  const element = document.createElementNS(own, name);
  for (const [key, value] of Object.entries(attributes)) {
    const isLink = key === 'href' && rules.link.test(value);
    if (isLink || rules.attributes.test(key)) element.setAttribute(key, value);
  }
  element.append(...children.map((child) => buildViewCopy(child, rules, own)));
  return element;
}

const plain = new Set(viewCopyRules.elements);
/**
 * Landmarks and headings that a document should have once: the copy uses a `div` that looks the
 * same. Images also become a `div`, because they may not be available.
 */
const boxes = new Set('main header nav section footer ul ol li p h1 h2 h3 h4 img'.split(' '));
/** Skips message content, temporary states, and text for screen readers. */
const excludedSelector = '.rendered, .sr-only, [contenteditable], [popover], [data-momentary]';

/**
 * Returns '' if the list is empty, and null if the page isn't in its start state: rows are
 * selected, filtered, scrolled or still loading.
 */
export function copyView(shell: Element): ViewCopy | null {
  const main = shell.querySelector('main');
  const list = main?.querySelector('[data-list]') ?? main;
  if (!list?.checkVisibility() || shell.hasAttribute('data-pending')) return null;
  if (list.querySelector('[data-waiting], [data-pending]') || isChanged(list)) return null;
  if (!list.querySelector('[role=option]')) return '';
  return copyOf(shell, innerHeight) ?? '';
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
function copyOf(element: Element, end: number): ViewCopy | null {
  const { localName } = element;
  const name = plain.has(localName) ? localName : boxes.has(localName) ? 'div' : undefined;
  if (name === undefined || element.matches(excludedSelector)) return null;
  const { display, overflowY } = getComputedStyle(element);
  if (display === 'none') return null;
  const { top, bottom, height } = element.getBoundingClientRect();
  if (height > 0 && (bottom <= 0 || top >= end)) return null;

  const copy = [name, attributesOf(element, name)] as const;
  if (element.hasAttribute('data-detail')) return copy;
  if (element.hasAttribute('data-conversations') && isChanged(element)) return copy;
  const isCut = overflowY !== 'visible' && element.scrollHeight > element.clientHeight;
  const children = [...element.childNodes].flatMap((child) => {
    if (child instanceof Text) return child.data;
    const part = child instanceof Element && copyOf(child, isCut ? Math.min(end, bottom) : end);
    return part ? [part] : [];
  });
  return [...copy, ...children];
}

/** Marks rows so that they can be found again, and omits the styles of the focused or open row. */
function attributesOf(element: Element, name: string): Readonly<Record<string, string>> {
  const { attributes, link } = viewCopyRules;
  const all: Record<string, string> = {};
  for (const { name, value } of element.attributes) {
    const isOwnLink = name === 'href' && link.test(value);
    if (isOwnLink || attributes.test(name)) all[name] = value;
  }
  // Stops the browser from restoring earlier text in a field.
  if (name === 'input') all['autocomplete'] = 'off';
  if (name === 'time') all['style'] = `${all['style'] ?? ''};visibility:hidden`;
  if (element.matches('main')) all['data-rows'] = '';
  if (element.matches('[role=option]')) all['data-first-row'] = '';
  if (element.parentElement?.matches('[role=option]')) {
    const drawn = [...element.classList].filter((one) => !/^(?:before:|bg-accent-soft$)/.test(one));
    all['class'] = drawn.join(' ');
  }
  return all;
}
