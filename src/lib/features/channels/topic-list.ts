import { fold, found } from '../../writing/rank';
import { foldOnce } from '../../writing/names';
import { isResolved, otherName } from '../../writing/resolved';
import { topicPolicy } from '../../writing/unread-conversations';

/** A topic as the server tells it. */
export interface Topic {
  readonly name: string;
  /** Its newest message. */
  readonly max_id: number;
}

export const topicSorts = ['newest', 'name', 'unread', 'followed'] as const;
export type TopicSort = (typeof topicSorts)[number];

export interface TopicFacts {
  readonly policy: (topic: string) => number;
  readonly unread: (topic: string) => number;
}

const collator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });

/** In that order; `topics` are newest first, which decides among equals. */
export function sortTopics(
  topics: readonly Topic[],
  sort: TopicSort,
  { policy, unread }: TopicFacts,
): readonly Topic[] {
  if (sort === 'newest') return topics;
  // A mark before it is no part of a name.
  const bare = ({ name }: Topic) => (isResolved(name) ? otherName(name) : name);
  if (sort === 'name') return topics.toSorted((a, b) => collator.compare(bare(a), bare(b)));
  const weight = (topic: Topic) =>
    sort === 'unread' ? unread(topic.name) : policy(topic.name) === topicPolicy.followed ? 1 : 0;
  const weights = new Map(topics.map((topic) => [topic, weight(topic)]));
  return topics.toSorted((a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0));
}

/** Those whose name has the query in it, best first, else in their order. */
export function findTopics(
  topics: readonly Topic[],
  query: string,
  words: (topic: Topic) => string,
): readonly Topic[] {
  const wanted = fold(query);
  if (wanted === '') return topics;
  const hits: Topic[][] = [[], [], []];
  for (const topic of topics) {
    const score = found(wanted, foldOnce(topic, words(topic)));
    if (score > 0) hits[3 - score]?.push(topic);
  }
  return hits.flat();
}
