import { createContext } from 'svelte';

/** What is on this device only, and goes with the account. */
export interface UnsavedOnSignOut {
  /** Drafts. */
  readonly unsynced: number;
  /** Changes of snippets, channels, scheduled and sent messages. */
  readonly unsaved: number;
  /** Files on their way. */
  readonly uploading: number;
}

/** Why one leaves, where it is for more than signing out. */
export type SignOutReason = 'deactivated';

/** The end of the session of the account on screen. */
export interface SignOut {
  unsaved(): UnsavedOnSignOut;
  /** This device forgets the account. Throws `AnyFailure`, and then nothing has changed. */
  signOut(why?: SignOutReason): Promise<void>;
}

export const [useSignOut, provideSignOut] = createContext<SignOut>();
