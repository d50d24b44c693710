import { createContext } from 'svelte';
import type { AnyFailure } from '../api/errors';
import {
  chooseAccount,
  chosenAccount,
  endSession,
  forgetChoice,
  readSession,
  rememberedSession,
  rememberSession,
  sessionKey,
  type Session,
  toldSession,
  type SessionAccount,
} from './session';

/** Which accounts this browser is signed in to and which one this tab shows. All tabs follow. */
export class SessionState {
  #session = $state.raw<Session | null>(null);
  #chosenId = $state.raw<string | null>(null);
  #failure = $state.raw<AnyFailure | null>(null);
  #confirmed = $state(false);

  constructor() {
    const told = toldSession();
    this.#session = told ?? rememberedSession();
    this.#confirmed = told !== null;
    if (told) rememberSession(told);
  }

  readonly account: SessionAccount | null = $derived.by(() => {
    const session = this.#session;
    if (!session) return null;
    const chosen = session.accounts.find(({ id }) => id === this.#chosenId);
    return chosen ?? chosenAccount(session) ?? null;
  });

  get accounts(): readonly SessionAccount[] {
    return this.#session?.accounts ?? [];
  }

  /** The organization lives in the very process that serves these pages. */
  get embedded(): boolean {
    return this.#session?.embedded ?? false;
  }

  /** Nobody is signed in, and that is the server's word. Tells where to go instead. */
  get door(): '/login' | '/setup' | null {
    if (!this.#session || !this.#confirmed || this.account) return null;
    return this.#session.setup_needed ? '/setup' : '/login';
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

  /** Shows another account in this tab; new tabs start with it. */
  switchTo(id: string): void {
    chooseAccount(id);
    this.#chosenId = id;
  }

  /** The server's part of signing out. Throws `AnyFailure`, and then nothing has changed. */
  signOut(id: string, queue_id: string | null): Promise<void> {
    return endSession(id, queue_id);
  }

  /** Our part, after its local data is erased: the account leaves the screen, in every tab. */
  drop(id: string): void {
    if (!this.#session) return;
    forgetChoice(id);
    const accounts = this.#session.accounts.filter((account) => account.id !== id);
    this.#session = { ...this.#session, accounts };
    this.#confirmed = true;
    rememberSession(this.#session);
  }

  /** Notices a sign-in or sign-out in another tab; the result stops it. */
  follow(): () => void {
    const notice = (event: StorageEvent) => {
      if (event.key !== sessionKey) return;
      this.#session = rememberedSession();
      this.#confirmed = true;
    };
    window.addEventListener('storage', notice);
    return () => window.removeEventListener('storage', notice);
  }
}

export const [useSession, provideSession] = createContext<SessionState>();
