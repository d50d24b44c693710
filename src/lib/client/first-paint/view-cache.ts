import { deleteAccountStorage, writeAccountStorage } from '../storage/account-storage';
import { rememberedSession } from '../session/session';
import { copyView } from './copy-view';

/** Where a person starts; what each shows is kept for its next start. */
const pages = new Set(['/inbox', '/drafts', '/scheduled', '/snippets', '/recent']);
/** Characters of one page. */
const maxViewLength = 60_000;
/** Milliseconds after the last change of what is shown: keys and navigations wait for none of it. */
const settleTime = 3000;

/** Keeps, for an account, what its lists show: the document shows it before the app is there. */
export class ViewCache {
  readonly #observer = new MutationObserver(() => this.#wait());
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  /** `main`: stays when pages change. */
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
    // Signed out elsewhere, the account stays while something is being written: nothing of it is kept.
    const isIn = rememberedSession()?.accounts.some(({ id }) => id === this.account);
    if (this.#isOver || !shell || !isIn || !pages.has(pathname)) return;
    const copy = copyView(shell);
    if (copy === null) return;
    const { lang, dir, dataset } = document.documentElement;
    // `frame.html` puts the same words together.
    const look = [dataset['build'], innerWidth, localStorage.getItem('inkwell.preferences')].join();
    const html = `<div id="inkwell-first" aria-hidden="true" inert lang="${lang}" dir="${dir}">${copy}</div>`;
    const name = `first${pathname}`;
    const isFit = copy !== '' && html.length <= maxViewLength;
    if (!isFit || !writeAccountStorage(this.account, name, { look, html })) {
      deleteAccountStorage(this.account, name);
    }
  }
}

/** Safari has no such thing. */
function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run);
  else setTimeout(run);
}
