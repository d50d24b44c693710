import * as v from 'valibot';
import { UnsavedEditStore } from '../../client/storage/unsaved-edit-store.svelte';
import { isSameAddressedText, type AddressedText } from '../../writing/sending/addressed-text';

const body = v.object({
  type: v.picklist(['', 'stream', 'private']),
  to: v.array(v.number()),
  topic: v.string(),
  content: v.string(),
});
const schema = v.object({ base: body, body });

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
