import { createContext } from 'svelte';

/** Data that exists only on this device and is lost with the account. */
export interface UnsavedOnSignOut {
  readonly unsynced: number;
  /** Number of changes to snippets, channels, scheduled and sent messages. */
  readonly unsaved: number;
  readonly uploading: number;
}

/** Reason for leaving, when the user didn't just sign out. */
export type SignOutReason = 'deactivated';

export interface SignOut {
  unsaved(): UnsavedOnSignOut;
  /** Removes the account from this device. Throws `AnyFailure`, and then nothing has changed. */
  signOut(why?: SignOutReason): Promise<void>;
}

export const [useSignOut, provideSignOut] = createContext<SignOut>();
