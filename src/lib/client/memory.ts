/**
 * Small things that this device keeps for an account, by name: conveniences, nothing that would be
 * missed. Storage that is full, refused or spoilt counts as empty.
 */
const prefix = (account: string) => `inkwell.memory/${encodeURIComponent(account)}/`;

export function readMemory(account: string, name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(prefix(account) + name) ?? 'null');
  } catch {
    return null;
  }
}

export function writeMemory(account: string, name: string, value: unknown): void {
  try {
    localStorage.setItem(prefix(account) + name, JSON.stringify(value));
  } catch {
    // As said above.
  }
}

/** Part of signing out. */
export function eraseMemory(account: string): void {
  const names = Object.keys(globalThis.localStorage ?? {});
  for (const name of names) if (name.startsWith(prefix(account))) localStorage.removeItem(name);
}
