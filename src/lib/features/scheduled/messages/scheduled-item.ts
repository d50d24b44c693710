import { foldCase } from '../../../api/fold-case';
import { canonicalTopic } from '../../../api/topic';
import type { ScheduledMessage } from '../../../api/scheduled-message';
import type { PendingChange } from '../../../client/outbox/pending-change';
import type { AddressedText } from '../../../writing/sending/addressed-text';
import type { MessageRecipient } from '../../../writing/recipients/recipient';

/** A scheduled message as used by rows and boxes. */
export interface ScheduledItem {
  readonly key: string;
  readonly id: number;
  readonly body: AddressedText;
  /** UNIX seconds. */
  readonly timestamp: number;
  readonly failed: boolean;
  /** As rendered by the server; empty until the server has sent it. */
  readonly html: string;
  /** A change made here that the server doesn't have yet. */
  readonly change?: PendingChange | undefined;
}

const made = new WeakMap<ScheduledMessage, ScheduledItem>();

/** Returns the same item for the same message, so that only changes are rendered again. */
export function scheduledItemOf(message: ScheduledMessage): ScheduledItem {
  let item = made.get(message);
  if (!item) made.set(message, (item = read(message)));
  return item;
}

function read(message: ScheduledMessage): ScheduledItem {
  const { scheduled_message_id: id, type, to, topic, content } = message;
  const ids = typeof to === 'number' ? [to] : to;
  return {
    key: String(id),
    id,
    body: {
      type: type === 'stream' ? 'stream' : 'private',
      to: ids,
      topic: type === 'stream' ? (topic ?? '') : '',
      content,
    },
    timestamp: message.scheduled_delivery_timestamp,
    failed: message.failed,
    html: message.rendered_content,
  };
}

/** Recipient parameters of `createScheduledMessage` and `updateScheduledMessage`. */
export function scheduledRecipientParams({ type, to, topic }: MessageRecipient) {
  return type === 'stream'
    ? { type: 'stream' as const, to: to[0] ?? 0, topic }
    : { type: 'private' as const, to: [...to] };
}

/** Key of a recipient, the same for recipients that a server considers equal. */
export function scheduledRecipientKey({ type, to, topic }: MessageRecipient): string {
  return type === 'stream'
    ? `stream ${to[0]} ${foldCase(canonicalTopic(topic))}`
    : `${type} ${[...to].sort((a, b) => a - b).join()}`;
}

export const storedTextOf = ({ content }: Pick<AddressedText, 'content'>): string =>
  content.trimEnd().replace(/^\n+/, '');
