import * as v from 'valibot';
import { readAccountStorage, writeAccountStorage } from '../../../client/storage/account-storage';

const name = 'opened';
const maxConversations = 20;

/** Keys of the conversations last opened on this device, newest first. */
export function recentlyOpenedConversations(account: string): readonly string[] {
  const kept = v.safeParse(v.array(v.string()), readAccountStorage(account, name));
  return kept.success ? kept.output : [];
}

export function rememberOpenedConversation(account: string, key: string): void {
  const before = recentlyOpenedConversations(account);
  if (before[0] === key) return;
  writeAccountStorage(
    account,
    name,
    [key, ...before.filter((one) => one !== key)].slice(0, maxConversations),
  );
}
