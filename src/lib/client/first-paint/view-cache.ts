import { deleteAccountStorage, writeAccountStorage } from '../storage/account-storage';
import { rememberedSession } from '../session/session';
import { copyView } from './copy-view';

/** Pages where users start; the view of each is saved for its next start. */
const pages = new Set(['/inbox', '/drafts', '/scheduled', '/snippets', '/recent']);
/** Maximum characters per page. */
const maxViewLength = 60_000;
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
    const { lang, dir, dataset } = document.documentElement;
    // `frame.html` builds the same string.
    const look = [dataset['build'], innerWidth, localStorage.getItem('inkwell.preferences')].join();
    const html = `<div id="inkwell-first" aria-hidden="true" inert lang="${lang}" dir="${dir}">${copy}</div>`;
    const name = `first${pathname}`;
    const isFit = copy !== '' && html.length <= maxViewLength;
    if (!isFit || !writeAccountStorage(this.account, name, { look, html })) {
      deleteAccountStorage(this.account, name);
    }
  }
}

/** Safari lacks `requestIdleCallback`. */
function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run);
  else setTimeout(run);
}
