import { createContext } from 'svelte';
import type { AnyFailure } from '../../api/errors';
import type { SignOutReason } from './sign-out';
import { isTextField } from '../actions/shortcuts';
import {
  chooseAccount,
  chosenAccount,
  requestSignOut,
  forgetChosenAccount,
  forgetSession,
  hasEnded,
  isOutdated,
  readSession,
  rememberedSession,
  rememberSessionEnd,
  rememberSession,
  storedSessionKey,
  type BrowserSession,
  type SessionAccount,
} from './session';
import { signInHref } from './sign-in-href';

/** An account that was signed out but stays on screen because of unsaved text in this tab. */
export interface RetiredAccount {
  readonly account: SessionAccount;
  readonly field: HTMLInputElement | HTMLTextAreaElement;
}

function retiredIn(account: SessionAccount, field: Element | null): RetiredAccount | null {
  const isText = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement;
  return isText && isTextField(field) && field.value.trim() !== '' ? { account, field } : null;
}

/** Which accounts this browser is signed in to and which one this tab shows. All tabs follow. */
export class SessionState {
  #session = $state.raw<BrowserSession | null>(null);
  #chosenId = $state.raw<string | null>(null);
  #failure = $state.raw<AnyFailure | null>(null);
  #confirmed = $state(false);

  /** The parameter is the session that the server sent with the document. */
  constructor(session: BrowserSession | null = null) {
    const news = isOutdated(performance.timeOrigin) ? null : session;
    if (news) rememberSession(news);
    this.#session = news ?? rememberedSession();
    this.#confirmed = news !== null;
  }

  /** Set when the account was signed out in another tab while the user was writing in this one. */
  #left = $state.raw<RetiredAccount | null>(null);

  /**
   * Whether the user signed out deliberately, in any tab: then the next sign-in doesn't lead back
   * to the previous page.
   */
  #isOver = $state(false);

  #farewell = $state.raw<App.PageState>({});

  readonly account: SessionAccount | null = $derived.by(() => {
    if (this.#left) return this.#left.account;
    const session = this.#session;
    if (!session) return null;
    const chosen = session.accounts.find(({ id }) => id === this.#chosenId);
    return chosen ?? chosenAccount(session) ?? null;
  });

  /** The account on screen was signed out in another tab; its text stays until `leave`. */
  get retired(): RetiredAccount | null {
    return this.#left;
  }

  /** Called when the user is done with the text. */
  leave(): void {
    this.#left = null;
  }

  get accounts(): readonly SessionAccount[] {
    return this.#session?.accounts ?? [];
  }

  /**
   * Whether the embedded server, in the process that serves these pages, holds the organization.
   */
  get embedded(): boolean {
    return this.#session?.embedded ?? false;
  }

  /** Where to go if the server has confirmed that no account is signed in, else null. */
  get redirectHref(): string | null {
    if (!this.#session || !this.#confirmed || this.account) return null;
    if (this.#session.setup_needed) return '/setup';
    return this.#isOver ? '/login' : signInHref();
  }

  /** Page state for the sign-in page, with the reason for signing out. */
  get redirectState(): App.PageState {
    return this.#farewell;
  }

  /** Why there is no account yet; null if there is one, or while waiting for the server. */
  get failure(): AnyFailure | null {
    return this.account ? null : this.#failure;
  }

  /** At app start: fetches the session unless it came with the document. */
  async confirm(): Promise<void> {
    if (!this.#confirmed) await this.refresh();
  }

  /** Fetches the session; the stored one stays if the server doesn't reply. */
  async refresh(): Promise<void> {
    this.#failure = null;
    try {
      const session = await readSession();
      this.#session = session;
      this.#confirmed = true;
      rememberSession(session);
    } catch (failure) {
      this.#failure = failure as AnyFailure;
    }
  }

  /** Whether the server has confirmed who is signed in. */
  get confirmed(): boolean {
    return this.#confirmed;
  }

  /**
   * Checks whether a refused account's session has ended. The account stays on screen with any text
   * being written, in all tabs; if the session has ended, the next start doesn't show it.
   */
  async checkSessionEnd(account: string): Promise<void> {
    const session = await readSession().catch(() => null);
    if (session && !session.accounts.some(({ id }) => id === account)) rememberSessionEnd(account);
  }

  /** Shows another account in this tab; new tabs start with it. */
  switchTo(id: string): void {
    chooseAccount(id);
    this.#chosenId = id;
  }

  /** Signs out on the server. Throws `AnyFailure`, and then nothing has changed. */
  signOut(id: string, queue_id: string | null): Promise<void> {
    return requestSignOut(id, queue_id);
  }

  /**
   * Signs out in this browser, after the local data is erased: the account leaves the screen in
   * every tab.
   */
  drop(id: string, why?: SignOutReason): void {
    if (!this.#session) return;
    forgetChosenAccount(id);
    this.#isOver = true;
    const gone = this.#session.accounts.find((account) => account.id === id);
    this.#farewell = why && gone ? { [why]: gone.realm_name } : {};
    forgetSession(id);
    const accounts = this.#session.accounts.filter((account) => account.id !== id);
    this.#session = { ...this.#session, accounts };
    this.#confirmed = true;
  }

  /** Detects sign-ins and sign-outs in other tabs; the returned function stops it. */
  follow(): () => void {
    const notice = (event: StorageEvent) => {
      if (event.key !== storedSessionKey) return;
      const { account } = this;
      const session = rememberedSession();
      const isThere = session?.accounts.some(({ id }) => id === account?.id);
      if (isThere) this.#left = null;
      else if (account) this.#left ??= retiredIn(account, document.activeElement);
      if (account && !isThere) this.#isOver = !hasEnded(account.id);
      this.#session = session;
      this.#confirmed = true;
    };
    window.addEventListener('storage', notice);
    return () => window.removeEventListener('storage', notice);
  }
}

export const [useSession, provideSession] = createContext<SessionState>();
