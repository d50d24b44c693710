import { emptyTopicName } from '../channels/topics';
import type { EventPayload, EventPresenter } from './presenter';
import type { EventQueue } from './queue-visibility';

/** The topic, with a name for the empty one if the queue's client can't show it. */
export function topicForQueue(queue: EventQueue, topic: string): string {
  return topic === '' && !queue.capabilities['empty_topic_name'] ? emptyTopicName : topic;
}

/** Does the same for these keys of an event, if present. */
function withTopics(...keys: readonly string[]): EventPresenter {
  return (payload, queue) => {
    const empty = keys.filter((key) => payload[key] === '');
    if (empty.length === 0) return payload;
    return {
      ...payload,
      ...Object.fromEntries(empty.map((key) => [key, topicForQueue(queue, '')])),
    };
  };
}

export const presentTopic = withTopics('topic');
export const presentTopicName = withTopics('topic_name');
export const presentMovedTopic = withTopics('orig_subject', 'subject');

export const presentEditTyping: EventPresenter = (payload, queue, hidden) => ({
  ...payload,
  recipient: presentTopic(payload['recipient'] as EventPayload, queue, hidden),
});

/** Details of messages that became unread include their topic. */
export const presentDetails: EventPresenter = (payload, queue, hidden) => {
  const details = payload['message_details'] as Readonly<Record<string, EventPayload>> | undefined;
  if (!details) return payload;
  const shown = Object.entries(details).map(([id, each]) => [
    id,
    presentTopic(each, queue, hidden),
  ]);
  return { ...payload, message_details: Object.fromEntries(shown) as EventPayload };
};
