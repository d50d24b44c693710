import * as v from 'valibot';
import { draftTypes } from '../../api/draft';
import type { MessageRecipient } from '../recipients/recipient';

export interface AddressedText extends MessageRecipient {
  readonly content: string;
}

/** As stored on this device. */
export const addressedTextSchema = v.object({
  type: v.picklist(draftTypes),
  to: v.array(v.number()),
  topic: v.string(),
  content: v.string(),
});

export function isSameAddressedText(a: AddressedText, b: AddressedText): boolean {
  return a.content === b.content && isSameRecipient(a, b);
}

export function isSameRecipient(a: MessageRecipient, b: MessageRecipient): boolean {
  return (
    a.type === b.type &&
    a.topic === b.topic &&
    a.to.length === b.to.length &&
    a.to.every((id, at) => id === b.to[at])
  );
}
