import * as v from 'valibot';
import { readMemory, writeMemory } from '../../../client/memory';

const name = 'opened';
const most = 20;

/** Keys of the conversations that were opened last on this device, the newest first. */
export function openedOf(account: string): readonly string[] {
  const kept = v.safeParse(v.array(v.string()), readMemory(account, name));
  return kept.success ? kept.output : [];
}

export function noteOpened(account: string, key: string): void {
  const before = openedOf(account);
  if (before[0] === key) return;
  writeMemory(account, name, [key, ...before.filter((one) => one !== key)].slice(0, most));
}
