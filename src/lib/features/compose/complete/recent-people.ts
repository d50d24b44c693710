import * as v from 'valibot';
import { readMemory, writeMemory } from '../../../client/memory';

/** Whom this device's account mentioned lately; erased at sign-out. */
const name = 'mention-recent';
const most = 50;
const schema = v.array(v.number());

/** Ids, the last one first. */
export function readRecentPeople(account: string): readonly number[] {
  const read = v.safeParse(schema, readMemory(account, name));
  return read.success ? read.output.slice(0, most) : [];
}

export function rememberPerson(account: string, user_id: number): void {
  const others = readRecentPeople(account).filter((id) => id !== user_id);
  writeMemory(account, name, [user_id, ...others].slice(0, most));
}
