import type { Recipient } from './recipient';

/** A text and to whom it goes. */
export interface Body extends Recipient {
  readonly content: string;
}

export function sameBody(a: Body, b: Body): boolean {
  return a.content === b.content && sameRecipient(a, b);
}

export function sameRecipient(a: Recipient, b: Recipient): boolean {
  return (
    a.type === b.type &&
    a.topic === b.topic &&
    a.to.length === b.to.length &&
    a.to.every((id, at) => id === b.to[at])
  );
}
