import { m } from '$lib/paraglide/messages';
import {
  chooseAccount,
  readSession,
  rememberSession,
  type BrowserSession,
} from '../../client/session/session';
import { ServerSubmission } from '../../client/submission/server-submission.svelte';
import {
  fetchSignInPeople,
  fetchSignInServer,
  requestSignIn,
  type SignInPerson,
  type SignInServer,
  type SignInCredentials,
} from './sign-in-calls';
import { hostOf, signInProblemOf, serverProblemText, type SignInProblem } from './sign-in-problem';
import { readZuliprc } from './zuliprc';

/**
 * State and actions of the sign-in page. Typed text is kept in the form and survives every error.
 */
export class SignInState {
  session = $state.raw<BrowserSession | null>(null);
  server = $state.raw<SignInServer | null>(null);
  people = $state.raw<readonly SignInPerson[]>([]);
  /** The layout is final: a list of people moves the form. */
  settled = $state(false);
  /** Why the server can't be used to sign in. */
  serverProblem = $state<string | null>(null);
  problem = $state.raw<SignInProblem | null>(null);
  readonly #signingIn = new ServerSubmission();
  /** Id of the sample person being signed in. */
  busyPerson = $state<number | null>(null);
  way = $state<'password' | 'key'>('password');
  email = $state('');

  get busy(): boolean {
    return this.#signingIn.isPending;
  }

  /** The server's address as people know it. */
  readonly host = $derived(hostOf(this.session?.service_url ?? location.origin));
  readonly embedded = $derived(this.session?.embedded ?? true);

  readonly #onsignedin: () => void;

  constructor(onsignedin: () => void) {
    this.#onsignedin = onsignedin;
  }

  /** Resolves to true if there is no organization yet. */
  async load(): Promise<boolean> {
    this.serverProblem = null;
    try {
      this.session = await readSession();
      if (this.session.setup_needed) return true;
      // An external server can be slow and has no people to list.
      if (!this.session.embedded) this.settled = true;
      [this.server, this.people] = await Promise.all([fetchSignInServer(), fetchSignInPeople()]);
      if (!this.server.password) this.way = 'key';
    } catch (failure) {
      this.serverProblem = serverProblemText(failure, this.host);
    }
    this.settled = true;
    return false;
  }

  async signIn(input: SignInCredentials): Promise<void> {
    if (this.busy) return;
    this.busyPerson = 'user_id' in input ? input.user_id : null;
    this.problem = null;
    const isSignedIn = await this.#signingIn.submit({
      send: async () => {
        const { id } = await requestSignIn(input);
        rememberSession(await readSession(), 'signIn');
        chooseAccount(id);
      },
      onDone: this.#onsignedin,
    });
    this.busyPerson = null;
    if (isSignedIn) return;
    const way = 'api_key' in input ? 'key' : 'password';
    this.problem = signInProblemOf(this.#signingIn.failure, way, this.host);
    // If the server itself is the problem, its card shows that.
    if (this.problem.at === 'form' && !this.server) void this.load();
  }

  /** A dropped or chosen credentials file counts as a completed form. */
  async useFile(file: File): Promise<void> {
    this.problem = null;
    const found = await readZuliprc(file).catch(() => null);
    if (!found) {
      this.problem = { at: 'form', text: m.signin_file_unreadable({ name: file.name }) };
      return;
    }
    this.way = 'key';
    this.email = found.email;
    const { email, key, site } = found;
    await this.signIn({ email, api_key: key, site: site ?? undefined });
  }
}
