import * as v from 'valibot';
import {
  deleteAccountStorage,
  readAccountStorage,
  writeAccountStorage,
} from '../../../client/storage/account-storage';
import type { AddressedText } from '../../../writing/sending/addressed-text';

const schema = v.object({
  type: v.picklist(['', 'stream', 'private']),
  to: v.array(v.number()),
  topic: v.string(),
  content: v.string(),
});

const name = (key: string) => `series-text/${key}`;

/** Unsaved text for a whole recurring message, stored on this device from the first keystroke. */
export function unsavedRecurrenceText(account: string, key: string): AddressedText | null {
  const read = v.safeParse(schema, readAccountStorage(account, name(key)));
  return read.success ? read.output : null;
}

export function saveRecurrenceText(account: string, key: string, body: AddressedText): void {
  writeAccountStorage(account, name(key), body);
}

export function forgetRecurrenceText(account: string, key: string): void {
  deleteAccountStorage(account, name(key));
}
