const mark = '✔ ';

export const isResolved = (topic: string): boolean => topic.startsWith(mark);

/**
 * The topic's name after marking it as resolved, or as unresolved if it is resolved.
 * https://zulip.com/help/resolve-a-topic
 */
export function toggleResolvedName(topic: string): string {
  return isResolved(topic) ? topic.slice(mark.length) : mark + topic;
}
