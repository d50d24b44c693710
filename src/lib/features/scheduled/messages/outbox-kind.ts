import type { ScheduledMessage } from '../../../api/scheduled-message';
import {
  createScheduledMessage,
  deleteScheduledMessage,
  getScheduledMessages,
  updateScheduledMessage,
} from '../../../api/scheduled-messages';
import type { Account } from '../../../client/account/account.svelte';
import type { OutboxHandler } from '../../../client/outbox/outbox-handler';
import type { RowFields } from '../../../client/outbox/row-rules';
import type { MessageRecipient } from '../../../writing/recipients/recipient';
import { timedTextOf, timedFieldsOf } from '../../../writing/sending/timed-text';
import type { AddressedText } from '../../../writing/sending/addressed-text';
import {
  scheduledRecipientParams,
  scheduledRecipientKey,
  scheduledItemOf,
  storedTextOf,
} from './scheduled-item';

/**
 * Whether to mark the message as read for its sender: yes, except for a note to self, which is
 * meant to be read. By default, servers decide by the client's name, and they don't know ours.
 * https://zulip.com/api/create-scheduled-message#parameter-read_by_sender
 */
export function isReadBySender(
  { type, to }: MessageRecipient,
  user_id: number | undefined,
): boolean {
  return type !== 'private' || to.some((id) => id !== user_id);
}

export function scheduledKind(
  account: Pick<Account, 'state' | 'user_id' | 'assume'>,
): OutboxHandler {
  const known = () => account.state?.scheduled_messages ?? [];
  /** Servers list group recipients with or without the user. */
  const others = ({ to, ...rest }: MessageRecipient): MessageRecipient => {
    const ids = [...new Set(to)];
    return { ...rest, to: ids.length > 1 ? ids.filter((id) => id !== account.user_id) : ids };
  };
  return {
    fingerprints: (fields) => {
      const body = timedTextOf(fields);
      const { timestamp } = body;
      return {
        address: scheduledRecipientKey(others(body)),
        content: storedTextOf(body),
        timestamp: String(timestamp),
      };
    },
    isPast: (fields, now) => timedTextOf(fields).timestamp <= now,
    list: async (call) => {
      const { scheduled_messages } = await call(getScheduledMessages, {});
      const items = scheduled_messages.map(scheduledItemOf);
      return new Map(items.map(({ id, body, timestamp }) => [id, timedFieldsOf(body, timestamp)]));
    },
    create: async (call, to) => {
      const body = timedTextOf(to);
      const made = await call(createScheduledMessage, {
        ...scheduledRecipientParams(body),
        content: body.content,
        scheduled_delivery_timestamp: body.timestamp,
        read_by_sender: isReadBySender(body, account.user_id),
      });
      return made.scheduled_message_id;
    },
    update: async (call, row, { address, content, timestamp }: RowFields) => {
      await call(updateScheduledMessage, {
        scheduled_message_id: row,
        ...(address !== undefined && scheduledRecipientParams(address as MessageRecipient)),
        ...(content !== undefined && { content: content as string }),
        ...(timestamp !== undefined && { scheduled_delivery_timestamp: timestamp as number }),
      });
    },
    remove: async (call, row) => {
      await call(deleteScheduledMessage, { scheduled_message_id: row });
    },
    newest: () => Math.max(-1, ...known().map(({ scheduled_message_id: id }) => id)),
    assume: (row, to) => {
      if (to === null) {
        const kind = 'scheduled_messages/remove';
        return account.assume({ kind, id: -1, scheduled_message_id: row });
      }
      const old = known().find(({ scheduled_message_id: id }) => id === row);
      const message = assumed(row, timedTextOf(to), old);
      if (message === old) return;
      if (old) {
        const kind = 'scheduled_messages/update';
        account.assume({ kind, id: -1, scheduled_message: message });
      } else {
        const kind = 'scheduled_messages/add';
        account.assume({ kind, id: -1, scheduled_messages: [message] });
      }
    },
  };
}

/**
 * The message as the server will send it, except for its rendered content; `old` is the server's
 * version so far.
 */
function assumed(
  row: number,
  body: AddressedText & { readonly timestamp: number },
  old: ScheduledMessage | undefined,
): ScheduledMessage {
  const { timestamp, content } = body;
  const before = old && scheduledItemOf(old).body;
  const isAnnounced =
    before &&
    storedTextOf(before) === storedTextOf(body) &&
    scheduledRecipientKey(before) === scheduledRecipientKey(body);
  if (old && isAnnounced) {
    if (old.scheduled_delivery_timestamp === timestamp && !old.failed) return old;
    return { ...old, scheduled_delivery_timestamp: timestamp, failed: false };
  }
  const { type, to, topic } = body;
  return {
    scheduled_message_id: row,
    ...(type === 'stream'
      ? { type: 'stream' as const, to: to[0] ?? 0, topic }
      : { type: 'private' as const, to: [...to] }),
    content,
    rendered_content: '',
    scheduled_delivery_timestamp: timestamp,
    failed: false,
  };
}
