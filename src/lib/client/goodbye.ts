import { createContext } from 'svelte';

/** What is on this device only, and goes with the account. */
export interface Losses {
  /** Drafts. */
  readonly unsynced: number;
  /** Changes of snippets, channels, scheduled and sent messages. */
  readonly unsaved: number;
  /** Files on their way. */
  readonly uploading: number;
}

/** Why one leaves, where it is for more than signing out. */
export type Farewell = 'deactivated';

/** The end of the session of the account on screen. */
export interface Goodbye {
  losses(): Losses;
  /** This device forgets the account. Throws `AnyFailure`, and then nothing has changed. */
  signOut(why?: Farewell): Promise<void>;
}

export const [useGoodbye, provideGoodbye] = createContext<Goodbye>();
