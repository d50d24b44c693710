import type { Fields } from '../client/outbox/rules';
import type { Body } from './body';
import type { Recipient } from './recipient';

/** A text with its address and its time, as the outbox keeps it. */
export interface TimedFields {
  readonly [field: string]: unknown;
  readonly address: Recipient;
  readonly content: string;
  /** UNIX seconds. */
  readonly timestamp: number;
}

export function fieldsOf({ content, type, to, topic }: Body, timestamp: number): TimedFields {
  return { address: { type, to: [...to], topic }, content, timestamp };
}

/** What such fields of the outbox say. */
export function bodyOf(fields: Fields): Body & { readonly timestamp: number } {
  const { address, content, timestamp } = fields as TimedFields;
  return { ...address, content, timestamp };
}
