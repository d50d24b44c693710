import * as v from 'valibot';

/**
 * What stands in place of a topic where a server has no messages without one. Younger servers take
 * it for none. https://zulip.com/api/send-message#parameter-topic
 */
const noTopic = '(no topic)';
/** From here on a message may have no topic. */
const unnamedSince = 334;

/** The topic by which messages are told apart: none is none, however it is written. */
export function canonicalTopic(topic: string): string {
  const name = topic.trim();
  return name === noTopic ? '' : name;
}

/** The topic as a server of this level takes it in requests. */
export function topicForLevel(topic: string, level: number): string {
  return level < unnamedSince && topic.trim() === '' ? noTopic : topic;
}

/** A topic in replies and events. What has no topic is alike on servers of every level. */
export const topicSchema = v.pipe(
  v.string(),
  v.transform((topic) => (topic === noTopic ? '' : topic)),
);
