import { deleteAccountStorage, writeAccountStorage } from '../storage/account-storage';
import { afterPaint } from '../../ui/after-paint';

/**
 * The first paint, which the document shows before the app runs: lib/server/gateway/frame.html,
 * with the server's rows (from views/first-paint) or those that this device has saved (from
 * `view-cache`). `views/first-paint/frame-script` is the script of the document.
 */
const frame = () => document.getElementById('inkwell-frame');
const rows = () => document.getElementById('inkwell-first');

export const ownDraftsStorageName = 'own-drafts';

/** Milliseconds to keep the first rows while the app's list still lacks something they show. */
const maxRowsWait = 1000;

/**
 * Called when the app is mounted. Visible first rows stay until the app has its own; otherwise they
 * are removed.
 */
export function hideFrame(): void {
  const first = rows();
  const isSeen = first?.querySelector('[data-first-row]')?.checkVisibility();
  frame()?.setAttribute('hidden', '');
  if (first && (isSeen || pressedIn(first))) stay(first);
  else removeFirstRows();
}

/** Called when the app shows its own rows, or why there are none. */
export function removeFirstRows(): void {
  rows()?.remove();
  frame()?.remove();
}

/**
 * Runs `run` once the page's own rows are on screen, or after `maxRowsWait`. The returned function
 * cancels.
 */
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

/** What can be pressed before the app is ready; without one of `pressNames` it is ignored. */
export const pressableSelector = 'a, button, input, [data-toggle], [data-key]';

/** The element pressed last, marked by the document's script. */
const pressedIn = (first: HTMLElement) => first.querySelector('[data-pressed]');

/** Attributes that identify an element in both the first paint and the app. */
const pressNames = ['href', 'data-key', 'data-press'] as const;

/**
 * Clicks the same element in the app, if it exists, and removes the first paint so that it doesn't
 * cover the result.
 */
function press(pressed: Element, pathname: string): void {
  const name = pressNames.find((one) => pressed.hasAttribute(one));
  if (name === undefined || !pressed.hasAttribute('data-pressed')) return;
  // A link leads to the same page from everywhere.
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
  /** Selector in the first paint. */
  readonly copy: string;
  /** Whether the app shows this part too. */
  readonly isThere: () => boolean;
}

const parts: readonly Part[] = [
  { copy: '[data-rows]', isThere: hasRows },
  {
    copy: '[data-conversations]',
    isThere: () => document.querySelector('nav[data-conversations]')?.childElementCount !== 0,
  },
];

/**
 * Keeps each part until the app shows the same in its place; removes all when another page opens.
 */
function stay(first: HTMLElement): void {
  first.dataset['kept'] = '';
  const { pathname } = location;
  let left = parts.filter(({ copy }) => first.querySelector(copy));
  let limit: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    const pressed = pressedIn(first);
    // The app handles links only after all its startup code has run.
    if (pressed) setTimeout(press, 0, pressed, pathname);
    if (location.pathname !== pathname) removeFirstRows();
    if (!first.isConnected) return observer.disconnect();
    if (isListed()) limit ??= setTimeout(removeFirstRows, maxRowsWait);
    const there = left.filter(({ isThere }) => isThere());
    left = left.filter((part) => !there.includes(part));
    // Runs in the same frame in which the app's part appears, so nothing flickers.
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

/**
 * Saves whether this device has drafts that the server lacks: then the server's rows aren't shown
 * first.
 */
export function rememberOwnDrafts(account: string, has: boolean): void {
  if (has) writeAccountStorage(account, ownDraftsStorageName, true);
  else deleteAccountStorage(account, ownDraftsStorageName);
}
