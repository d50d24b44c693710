import type { ServerEvent } from '../../../api/event-types';
import type { RegisterState } from '../../../api/register';
import type { ScheduledMessage } from '../../../api/scheduled-message';
import type { AddressedText } from '../../../writing/sending/addressed-text';
import { scheduledItemOf } from '../messages/scheduled-item';
import { hasSameText } from './recurrence-record';
import type { RecurrenceStep } from './recurrence-steps';

/**
 * The event that a completed step will cause, as far as the client can predict it. Null if it has
 * already arrived.
 */
export function expectedEvent(
  state: RegisterState | null,
  step: RecurrenceStep,
  id: number,
): ServerEvent | null {
  const known = state?.scheduled_messages?.find((one) => one.scheduled_message_id === id);
  switch (step.kind) {
    case 'create':
      return known
        ? null
        : { kind: 'scheduled_messages/add', id: -1, scheduled_messages: [wire(id, step.to)] };
    case 'delete':
      return known ? { kind: 'scheduled_messages/remove', id: -1, scheduled_message_id: id } : null;
    case 'update': {
      if (!known) return null;
      const now = scheduledItemOf(known);
      const { body, timestamp } = step.to;
      const isExpected = hasSameText(now.body, body);
      if (isExpected && now.timestamp === timestamp) return null;
      const scheduled_message = isExpected
        ? { ...known, scheduled_delivery_timestamp: timestamp }
        : wire(id, step.to);
      return { kind: 'scheduled_messages/update', id: -1, scheduled_message };
    }
  }
}

function wire(
  id: number,
  { body, timestamp }: { readonly body: AddressedText; readonly timestamp: number },
): ScheduledMessage {
  const { type, to, topic, content } = body;
  return {
    scheduled_message_id: id,
    ...(type === 'stream'
      ? { type: 'stream', to: to[0] ?? 0, topic }
      : { type: 'private', to: [...to] }),
    content,
    rendered_content: '',
    scheduled_delivery_timestamp: timestamp,
    failed: false,
  };
}
