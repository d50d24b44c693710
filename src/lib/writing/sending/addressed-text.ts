import type { MessageRecipient } from '../recipients/recipient';

export interface AddressedText extends MessageRecipient {
  readonly content: string;
}

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
