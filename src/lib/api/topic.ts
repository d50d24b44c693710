import * as v from 'valibot';

/**
 * Stands in for an empty topic on servers that require one. Newer servers treat it as empty.
 * https://zulip.com/api/send-message#parameter-topic
 */
const noTopic = '(no topic)';
/** First feature level that allows an empty topic. */
const unnamedSince = 334;

/** The topic's name for comparisons: the same for every spelling of the empty topic. */
export function canonicalTopic(topic: string): string {
  const name = topic.trim();
  return name === noTopic ? '' : name;
}

/** The topic as a request to a server of this level needs it. */
export function topicForLevel(topic: string, level: number): string {
  return level < unnamedSince && topic.trim() === '' ? noTopic : topic;
}

/** A topic in replies and events. The empty topic is '' for servers of every level. */
export const topicSchema = v.pipe(
  v.string(),
  v.transform((topic) => (topic === noTopic ? '' : topic)),
);
