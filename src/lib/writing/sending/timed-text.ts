import type { RowFields } from '../../client/outbox/row-rules';
import type { AddressedText } from './addressed-text';
import type { MessageRecipient } from '../recipients/recipient';

/** A text with its recipient and time, as stored in the outbox. */
export interface TimedFields {
  readonly [field: string]: unknown;
  readonly address: MessageRecipient;
  readonly content: string;
  /** UNIX seconds. */
  readonly timestamp: number;
}

export function timedFieldsOf(
  { content, type, to, topic }: AddressedText,
  timestamp: number,
): TimedFields {
  return { address: { type, to: [...to], topic }, content, timestamp };
}

/** Reads a text from such fields of the outbox. */
export function timedTextOf(fields: RowFields): AddressedText & { readonly timestamp: number } {
  const { address, content, timestamp } = fields as TimedFields;
  return { ...address, content, timestamp };
}
