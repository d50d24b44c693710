import { deleteAccountStorage, writeAccountStorage } from '../storage/account-storage';
import { afterPaint } from './prefetch';

/**
 * What the document shows before the app is there: lib/server/gateway/frame.html; the server's rows, by
 * views/first-paint, or those that this device has kept, by `kept-view`.
 */
const frame = () => document.getElementById('inkwell-frame');
const rows = () => document.getElementById('inkwell-first');

/** Read by the script in `frame.html`. */
const ownDrafts = 'own-drafts';

/** Milliseconds for which a list may lack what the rows before it have. */
const maxRowsWait = 1000;

/** The app stands. Rows that are on show stay until it has rows of its own; later ones never show. */
export function hideFrame(): void {
  const first = rows();
  const isSeen = first?.querySelector('[data-first-row]')?.checkVisibility();
  frame()?.setAttribute('hidden', '');
  if (first && (isSeen || pressedIn(first))) stay(first);
  else removeFirstRows();
}

/** The app shows its own rows, or why there are none. */
export function removeFirstRows(): void {
  rows()?.remove();
  frame()?.remove();
}

/** Runs it once the page's own rows are on screen, or are long in coming. The result stops it. */
export function afterFirstRows(run: () => void): () => void {
  let stop = () => clearTimeout(limit);
  const go = () => {
    observer.disconnect();
    stop();
    stop = afterPaint(run);
  };
  const observer = watch(() => {
    if (hasRows()) go();
  });
  const limit = setTimeout(go, maxRowsWait);
  if (hasRows()) go();
  return () => {
    observer.disconnect();
    stop();
  };
}

const list = () => document.querySelector('main [data-list]') ?? document.querySelector('main');
const isListed = () => !list()?.querySelector('[data-waiting]');
const hasRows = () =>
  isListed() &&
  !document.querySelector('[data-shell][data-pending]') &&
  !list()?.querySelector('[data-pending]');

/** What was pressed last, which the script in `frame.html` marks. */
const pressedIn = (first: HTMLElement) => first.querySelector('[data-pressed]');

/** What the document shows and the app have in common, and no two that do different things. */
const names = ['href', 'data-key', 'data-press'] as const;

/** Presses the app's own in its place, if it is there, and then nothing covers what comes of it. */
function press(pressed: Element, pathname: string): void {
  const name = names.find((one) => pressed.hasAttribute(one));
  if (name === undefined || !pressed.hasAttribute('data-pressed')) return;
  // A link leads to the same place from everywhere.
  if (name !== 'href' && location.pathname !== pathname) return;
  const isSame = (one: Element) => one.getAttribute(name) === pressed.getAttribute(name);
  const own = [...document.querySelectorAll<HTMLElement>(`[data-shell] [${name}]`)].find(
    (one) => isSame(one) && one.checkVisibility(),
  );
  if (!own) return;
  pressed.removeAttribute('data-pressed');
  removeFirstRows();
  own.click();
}

interface Part {
  /** In what the document shows. */
  readonly copy: string;
  /** Whether the app shows as much. */
  readonly isThere: () => boolean;
}

const parts: readonly Part[] = [
  { copy: '[data-rows]', isThere: hasRows },
  {
    copy: '[data-conversations]',
    isThere: () => document.querySelector('nav[data-conversations]')?.childElementCount !== 0,
  },
];

/** Each part until the app has the same in its place; all of them on no other page. */
function stay(first: HTMLElement): void {
  first.dataset['kept'] = '';
  const { pathname } = location;
  let left = parts.filter(({ copy }) => first.querySelector(copy));
  let limit: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    const pressed = pressedIn(first);
    // Links are taken by the app only once all that begins it has run.
    if (pressed) setTimeout(press, 0, pressed, pathname);
    if (location.pathname !== pathname) removeFirstRows();
    if (!first.isConnected) return observer.disconnect();
    if (isListed()) limit ??= setTimeout(removeFirstRows, maxRowsWait);
    const there = left.filter(({ isThere }) => isThere());
    left = left.filter((part) => !there.includes(part));
    // Both are one frame: nobody sees the copy go before the other is there.
    for (const { copy } of there) first.querySelector(copy)?.replaceChildren();
    if (left.length > 0) return undefined;
    removeFirstRows();
    return observer.disconnect();
  };
  const observer = watch(look);
  look();
}

function watch(look: () => void): MutationObserver {
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true, attributes: true });
  return observer;
}

/** Whether this device lists other drafts than the server does: then the server's are not shown first. */
export function rememberOwnDrafts(account: string, has: boolean): void {
  if (has) writeAccountStorage(account, ownDrafts, true);
  else deleteAccountStorage(account, ownDrafts);
}
