import * as v from 'valibot';
import { UnsavedEditStore } from '../../client/storage/unsaved-edit-store.svelte';
import {
  addressedTextSchema,
  isSameAddressedText,
  type AddressedText,
} from '../../writing/sending/addressed-text';

const schema = v.object({ base: addressedTextSchema, body: addressedTextSchema });

/** A change of a scheduled message that the server doesn't have yet. */
export interface ScheduledEdit {
  /** The server's text when the change began. */
  readonly base: AddressedText;
  readonly body: AddressedText;
}
export type UnsavedScheduledEdits = UnsavedEditStore<ScheduledEdit>;

export const unsavedScheduledEdits = (account: string): UnsavedScheduledEdits =>
  new UnsavedEditStore<ScheduledEdit>(account, 'scheduled', schema, (one, other) =>
    isSameAddressedText(one.body, other.body),
  );
