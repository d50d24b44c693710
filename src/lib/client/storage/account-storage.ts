import { hasEnded, rememberedSession } from '../session/session';

/**
 * Small things that this device keeps for an account, by name, written before the call returns.
 * Storage that is full, refused or spoilt counts as empty.
 */
const prefix = (account: string) => `inkwell.memory/${encodeURIComponent(account)}/`;

/** How the names of texts begin that a person has changed and not saved: signing out warns of them. */
export const unsavedTextPrefix = 'unsaved/';

export function readAccountStorage(account: string, name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(prefix(account) + name) ?? 'null');
  } catch {
    return null;
  }
}

/** What a person wrote and nobody has yet, by the names' beginnings: it outlives its session's end. */
const written = [unsavedTextPrefix, 'left-draft/', 'series/', 'series-text/', 'stand-ins'];
const isWritten = (name: string) => written.some((start) => name.startsWith(start));

/**
 * Whether anything may be kept: of an account that was signed out nothing is, and of one whose session
 * has ended elsewhere no more than what is being written.
 */
function canStore(account: string, name: string): boolean {
  const session = rememberedSession();
  if (!session || session.accounts.some(({ id }) => id === account)) return true;
  return isWritten(name) && hasEnded(account);
}

/** False: it was not kept. */
export function writeAccountStorage(account: string, name: string, value: unknown): boolean {
  try {
    if (!canStore(account, name)) return false;
    localStorage.setItem(prefix(account) + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** True: it was there. */
export function deleteAccountStorage(account: string, name: string): boolean {
  try {
    const had = localStorage.getItem(prefix(account) + name) !== null;
    localStorage.removeItem(prefix(account) + name);
    return had;
  } catch {
    return false;
  }
}

/** The names that begin so. */
export function accountStorageNames(account: string, start: string): readonly string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix(account) + start))
      .map((key) => key.slice(prefix(account).length));
  } catch {
    return [];
  }
}

/** Part of signing out. */
export function eraseAccountStorage(account: string): void {
  for (const name of accountStorageNames(account, '')) deleteAccountStorage(account, name);
}

/** Its session has ended elsewhere: all goes but what the person wrote. */
export function eraseAccountStorageButText(account: string): void {
  for (const name of accountStorageNames(account, ''))
    if (!isWritten(name)) deleteAccountStorage(account, name);
}

/** The accounts of which anything is kept. */
export function accountsInStorage(): readonly string[] {
  const [before = ''] = prefix('').split('/');
  const ids = Object.keys(globalThis.localStorage ?? {}).flatMap((key) => {
    const [start, id] = key.split('/');
    return start === before && id !== undefined ? [decodeURIComponent(id)] : [];
  });
  return [...new Set(ids)];
}
