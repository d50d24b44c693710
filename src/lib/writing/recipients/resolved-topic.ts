const mark = '✔ ';

export const isResolved = (topic: string): boolean => topic.startsWith(mark);

/** What a topic is called once it is resolved, or no longer so. https://zulip.com/help/resolve-a-topic */
export function toggleResolvedName(topic: string): string {
  return isResolved(topic) ? topic.slice(mark.length) : mark + topic;
}
