import * as v from 'valibot';
import { readAccountStorageAs, writeAccountStorage } from '../../../client/storage/account-storage';

const name = 'opened';
const maxConversations = 20;

/** Keys of the conversations last opened on this device, newest first. */
export function recentlyOpenedConversations(account: string): readonly string[] {
  return readAccountStorageAs(account, name, v.array(v.string())) ?? [];
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
