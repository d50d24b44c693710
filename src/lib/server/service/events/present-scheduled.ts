import type { ScheduledMessage } from '$lib/api/scheduled-message';
import { topicForQueue } from './present-topic';
import type { EventPresenter } from './presenter';
import type { EventQueue } from './queue-visibility';

/** Names the empty topic for clients that can't show it. */
export const presentScheduled: EventPresenter = (payload, queue) => {
  const added = payload['scheduled_messages'] as readonly ScheduledMessage[] | undefined;
  if (added) {
    return { ...payload, scheduled_messages: added.map((message) => named(queue, message)) };
  }
  const changed = payload['scheduled_message'] as ScheduledMessage | undefined;
  return changed ? { ...payload, scheduled_message: named(queue, changed) } : payload;
};

function named(queue: EventQueue, message: ScheduledMessage): ScheduledMessage {
  return message.topic === undefined
    ? message
    : { ...message, topic: topicForQueue(queue, message.topic) };
}
