import { deleteAccountStorage, writeAccountStorage } from '../storage/account-storage';
import { rememberedSession } from '../session/session';
import { devicePreferencesKey } from '../device-preferences.svelte';
import { copyView, type ViewCopy } from './copy-view';

/** Pages where users start; the view of each is saved for its next start. */
const pages = new Set(['/inbox', '/drafts', '/scheduled', '/snippets', '/recent']);
/** Maximum characters per page. */
const maxViewLength = 60_000;
/** The view of one page as stored: `look` must still be the same when it is shown. */
export interface CachedView {
  readonly look: string;
  readonly lang: string;
  readonly dir: string;
  readonly copy: ViewCopy;
}

/** The name of a page's view in the account's storage. */
export const cachedViewPrefix = 'first';

/**
 * The build, width and appearance, in which a copy looks like the app. Part of the document's script
 * too, so it uses nothing outside of it.
 */
export const lookOf = (preferencesKey: string): string =>
  [
    document.documentElement.dataset['build'],
    innerWidth,
    localStorage.getItem(preferencesKey),
  ].join();

/** Milliseconds without changes before saving, so that it delays no typing or navigation. */
const settleTime = 3000;

/** Saves what an account's lists show, so that the document can show it before the app runs. */
export class ViewCache {
  readonly #observer = new MutationObserver(() => this.#wait());
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  /** `main` must be an element that stays when pages change. */
  constructor(
    private readonly account: string,
    main: Element,
  ) {
    this.#observer.observe(main, { childList: true, characterData: true, subtree: true });
    this.#wait();
  }

  stop(): void {
    this.#isOver = true;
    this.#observer.disconnect();
    clearTimeout(this.#timer);
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => whenIdle(() => this.#keep()), settleTime);
  }

  #keep(): void {
    const { pathname } = location;
    const shell = document.querySelector('[data-shell]');
    // Save nothing of an account signed out in another tab, even if it stays on screen for unsaved
    // text.
    const isIn = rememberedSession()?.accounts.some(({ id }) => id === this.account);
    if (this.#isOver || !shell || !isIn || !pages.has(pathname)) return;
    const copy = copyView(shell);
    if (copy === null) return;
    const { lang, dir } = document.documentElement;
    const view: CachedView = { look: lookOf(devicePreferencesKey), lang, dir, copy };
    const name = cachedViewPrefix + pathname;
    const isFit = copy !== '' && JSON.stringify(copy).length <= maxViewLength;
    if (!isFit || !writeAccountStorage(this.account, name, view)) {
      deleteAccountStorage(this.account, name);
    }
  }
}

/** Safari lacks `requestIdleCallback`. */
function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run);
  else setTimeout(run);
}
