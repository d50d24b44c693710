import type { ScheduledMessage } from '$lib/api/scheduled-message';
import { topicFor } from './present-topic';
import type { Presenter } from './presenter';
import type { Queue } from './visible';

/** The empty topic gets a name for clients that cannot show none. */
export const presentScheduled: Presenter = (payload, queue) => {
  const added = payload['scheduled_messages'] as readonly ScheduledMessage[] | undefined;
  if (added) {
    return { ...payload, scheduled_messages: added.map((message) => named(queue, message)) };
  }
  const changed = payload['scheduled_message'] as ScheduledMessage | undefined;
  return changed ? { ...payload, scheduled_message: named(queue, changed) } : payload;
};

function named(queue: Queue, message: ScheduledMessage): ScheduledMessage {
  return message.topic === undefined
    ? message
    : { ...message, topic: topicFor(queue, message.topic) };
}
