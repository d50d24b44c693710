import * as v from 'valibot';
import { readAccountStorageAs, writeAccountStorage } from '../../../client/storage/account-storage';

/** People this account mentioned recently on this device; erased at sign-out. */
const name = 'mention-recent';
const maxPeople = 50;
const schema = v.array(v.number());

/** User ids, the latest first. */
export function readRecentPeople(account: string): readonly number[] {
  return readAccountStorageAs(account, name, schema)?.slice(0, maxPeople) ?? [];
}

export function rememberRecentPerson(account: string, user_id: number): void {
  const others = readRecentPeople(account).filter((id) => id !== user_id);
  writeAccountStorage(account, name, [user_id, ...others].slice(0, maxPeople));
}
