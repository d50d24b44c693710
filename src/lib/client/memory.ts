/**
 * Small things that this device keeps for an account, by name, written before the call returns.
 * Storage that is full, refused or spoilt counts as empty.
 */
const prefix = (account: string) => `inkwell.memory/${encodeURIComponent(account)}/`;

/** How the names of texts begin that a person has changed and not saved: signing out warns of them. */
export const unsavedText = 'unsaved/';

export function readMemory(account: string, name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(prefix(account) + name) ?? 'null');
  } catch {
    return null;
  }
}

/** False: it was not kept. */
export function writeMemory(account: string, name: string, value: unknown): boolean {
  try {
    localStorage.setItem(prefix(account) + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** True: it was there. */
export function forgetMemory(account: string, name: string): boolean {
  try {
    const had = localStorage.getItem(prefix(account) + name) !== null;
    localStorage.removeItem(prefix(account) + name);
    return had;
  } catch {
    return false;
  }
}

/** The names that begin so. */
export function memoryNames(account: string, start: string): readonly string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix(account) + start))
      .map((key) => key.slice(prefix(account).length));
  } catch {
    return [];
  }
}

/** Part of signing out. */
export function eraseMemory(account: string): void {
  const names = Object.keys(globalThis.localStorage ?? {});
  for (const name of names) if (name.startsWith(prefix(account))) localStorage.removeItem(name);
}
