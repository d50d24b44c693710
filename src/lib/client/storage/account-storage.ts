import type * as v from 'valibot';
import { parsedAs } from '../../api/parsed-as';
import { hasEnded, rememberedSession } from '../session/session';

/**
 * Small values that this device stores for an account, by name, written synchronously. Storage that
 * is full, refused or corrupt counts as empty. This is the key of a name in the browser's storage;
 * the document's script uses it too (views/first-paint/frame-script).
 */
export const accountStorageKey = (account: string, name: string): string =>
  `inkwell.memory/${encodeURIComponent(account)}/${name}`;

const prefix = (account: string) => accountStorageKey(account, '');

/** Name prefix of changed texts that are not saved yet: signing out warns about them. */
export const unsavedTextPrefix = 'unsaved/';

/** Kinds of settings that can be changed without a connection. */
export type PendingEditKind = 'setting' | 'organization' | 'default';

/** Name prefix of settings that the user has changed and the server doesn't have yet. */
export const pendingEditPrefix = (kind: PendingEditKind) => `${unsavedTextPrefix}${kind}/`;

/** Null if there is nothing. */
export function readAccountStorage(account: string, name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(accountStorageKey(account, name)) ?? 'null');
  } catch {
    return null;
  }
}

/** Undefined if there is nothing, or something that an earlier version stored in another form. */
export const readAccountStorageAs = <T>(
  account: string,
  name: string,
  schema: v.GenericSchema<unknown, T>,
): T | undefined => parsedAs(schema, readAccountStorage(account, name));

/**
 * Name prefixes of text that exists only on this device: it is kept when the session ends
 * elsewhere.
 */
const written = [unsavedTextPrefix, 'left-draft/', 'series/', 'series-text/', 'stand-ins'];
const isWritten = (name: string) => written.some((start) => name.startsWith(start));

/**
 * Whether the value can be stored: nothing for a signed-out account, and only unsaved text for one
 * whose session has ended elsewhere.
 */
function canStore(account: string, name: string): boolean {
  const session = rememberedSession();
  if (!session || session.accounts.some(({ id }) => id === account)) return true;
  return isWritten(name) && hasEnded(account);
}

/** Returns false if it was not stored. */
export function writeAccountStorage(account: string, name: string, value: unknown): boolean {
  try {
    if (!canStore(account, name)) return false;
    localStorage.setItem(accountStorageKey(account, name), JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Returns true if it existed. */
export function deleteAccountStorage(account: string, name: string): boolean {
  try {
    const had = localStorage.getItem(accountStorageKey(account, name)) !== null;
    localStorage.removeItem(accountStorageKey(account, name));
    return had;
  } catch {
    return false;
  }
}

/** The names that start with `start`. */
export function accountStorageNames(account: string, start: string): readonly string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(accountStorageKey(account, start)))
      .map((key) => key.slice(prefix(account).length));
  } catch {
    return [];
  }
}

/** Part of signing out. */
export function eraseAccountStorage(account: string): void {
  for (const name of accountStorageNames(account, '')) deleteAccountStorage(account, name);
}

/** Called when the session has ended elsewhere: deletes everything except unsaved text. */
export function eraseAccountStorageButText(account: string): void {
  for (const name of accountStorageNames(account, ''))
    if (!isWritten(name)) deleteAccountStorage(account, name);
}

export function accountsInStorage(): readonly string[] {
  const [before = ''] = prefix('').split('/');
  const ids = Object.keys(globalThis.localStorage ?? {}).flatMap((key) => {
    const [start, id] = key.split('/');
    return start === before && id !== undefined ? [decodeURIComponent(id)] : [];
  });
  return [...new Set(ids)];
}
