import * as v from 'valibot';
import { forgetMemory, readMemory, writeMemory } from '../../../client/memory';
import type { Body } from '../../../writing/body';

const schema = v.object({
  type: v.picklist(['', 'stream', 'private']),
  to: v.array(v.number()),
  topic: v.string(),
  content: v.string(),
});

const name = (key: string) => `series-text/${key}`;

/** A text for a whole series that is not saved; this device keeps it from the first key on. */
export function unsavedText(account: string, key: string): Body | null {
  const read = v.safeParse(schema, readMemory(account, name(key)));
  return read.success ? read.output : null;
}

export function keepText(account: string, key: string, body: Body): void {
  writeMemory(account, name(key), body);
}

export function forgetText(account: string, key: string): void {
  forgetMemory(account, name(key));
}
