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

/** An account that is gone but for the text that is open in this tab. */
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

  /** `told`: by the server, while the document was loading. */
  constructor(told: BrowserSession | null = null) {
    const news = isOutdated(performance.timeOrigin) ? null : told;
    if (news) rememberSession(news);
    this.#session = news ?? rememberedSession();
    this.#confirmed = news !== null;
  }

  /** Signed out in another tab while something was being written in this one. */
  #left = $state.raw<RetiredAccount | null>(null);

  /** Signed out on purpose, here or in another tab: whoever signs in next comes to no page of before. */
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

  /** The person has done with the text. */
  leave(): void {
    this.#left = null;
  }

  get accounts(): readonly SessionAccount[] {
    return this.#session?.accounts ?? [];
  }

  /** The organization lives in the very process that serves these pages. */
  get embedded(): boolean {
    return this.#session?.embedded ?? false;
  }

  /** Nobody is signed in, and that is the server's word. Tells where to go instead. */
  get redirectHref(): string | null {
    if (!this.#session || !this.#confirmed || this.account) return null;
    if (this.#session.setup_needed) return '/setup';
    return this.#isOver ? '/login' : signInHref();
  }

  /** What is to be said at the door. */
  get redirectState(): App.PageState {
    return this.#farewell;
  }

  /** Why nothing is known yet; null while something is, or while the server is asked. */
  get failure(): AnyFailure | null {
    return this.account ? null : this.#failure;
  }

  /** Asks the server unless the document has told; for the start of the app. */
  async confirm(): Promise<void> {
    if (!this.#confirmed) await this.refresh();
  }

  /** Asks the server; what was remembered stays when it does not answer. */
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

  /** Whether the server has said who is signed in. */
  get confirmed(): boolean {
    return this.#confirmed;
  }

  /**
   * The server has refused an account. It stays on screen with what is being written, here and in other
   * tabs; if its session has really ended, the next start shows nothing of it.
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

  /** The server's part of signing out. Throws `AnyFailure`, and then nothing has changed. */
  signOut(id: string, queue_id: string | null): Promise<void> {
    return requestSignOut(id, queue_id);
  }

  /** Our part, after its local data is erased: the account leaves the screen, in every tab. */
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

  /** Notices a sign-in or sign-out in another tab; the result stops it. */
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
