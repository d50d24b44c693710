import { foldCase } from '../../../api/fold-case';
import { bareTopic } from '../../../api/topic';
import type { ScheduledMessage } from '../../../api/scheduled-message';
import type { Change } from '../../../client/outbox/change';
import type { Body } from '../../../writing/body';
import type { Recipient } from '../../../writing/recipient';

/** A scheduled message as rows and boxes need it. */
export interface Item {
  readonly key: string;
  readonly id: number;
  readonly body: Body;
  /** UNIX seconds. */
  readonly timestamp: number;
  readonly failed: boolean;
  /** As the server renders it; empty while it has not told. */
  readonly html: string;
  /** What was wished of it here, and the server does not have yet. */
  readonly change?: Change | undefined;
}

const made = new WeakMap<ScheduledMessage, Item>();

/** The same item for the same message, so that only what has changed is drawn anew. */
export function itemOf(message: ScheduledMessage): Item {
  let item = made.get(message);
  if (!item) made.set(message, (item = read(message)));
  return item;
}

function read(message: ScheduledMessage): Item {
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
export function addressed({ type, to, topic }: Recipient) {
  return type === 'stream'
    ? { type: 'stream' as const, to: to[0] ?? 0, topic }
    : { type: 'private' as const, to: [...to] };
}

/** The recipient in words that are equal for what a server takes for equal. */
export function addressKey({ type, to, topic }: Recipient): string {
  return type === 'stream'
    ? `stream ${to[0]} ${foldCase(bareTopic(topic))}`
    : `${type} ${[...to].sort((a, b) => a - b).join()}`;
}

/** As servers keep it. */
export const keptText = ({ content }: Pick<Body, 'content'>): string =>
  content.trimEnd().replace(/^\n+/, '');
