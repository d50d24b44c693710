import { foldName, matchRank } from '../../writing/recipients/rank-by-name';
import { foldedNameOf } from '../../writing/recipients/name-index';
import { isResolved, toggleResolvedName } from '../../writing/recipients/resolved-topic';
import { topicVisibilityPolicy } from '../../api/user-topic';

/** A topic as the server sends it. */
export interface TopicListItem {
  readonly name: string;
  /** Id of its newest message. */
  readonly max_id: number;
}

export const topicSorts = ['newest', 'name', 'unread', 'followed'] as const;
export type TopicSort = (typeof topicSorts)[number];

export interface TopicFacts {
  readonly policy: (topic: string) => number;
  readonly unread: (topic: string) => number;
}

const collator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });

/** Sorts topics. `topics` are newest first, which decides ties. */
export function sortTopics(
  topics: readonly TopicListItem[],
  sort: TopicSort,
  { policy, unread }: TopicFacts,
): readonly TopicListItem[] {
  if (sort === 'newest') return topics;
  // Ignores the mark of resolved topics.
  const bare = ({ name }: TopicListItem) => (isResolved(name) ? toggleResolvedName(name) : name);
  if (sort === 'name') return topics.toSorted((a, b) => collator.compare(bare(a), bare(b)));
  const weight = (topic: TopicListItem) =>
    sort === 'unread'
      ? unread(topic.name)
      : policy(topic.name) === topicVisibilityPolicy.followed
        ? 1
        : 0;
  const weights = new Map(topics.map((topic) => [topic, weight(topic)]));
  return topics.toSorted((a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0));
}

/** Topics whose name contains the query, best first. Ties keep their order. */
export function findTopics(
  topics: readonly TopicListItem[],
  query: string,
  words: (topic: TopicListItem) => string,
): readonly TopicListItem[] {
  const wanted = foldName(query);
  if (wanted === '') return topics;
  const hits: TopicListItem[][] = [[], [], []];
  for (const topic of topics) {
    const score = matchRank(wanted, foldedNameOf(topic, words(topic)));
    if (score > 0) hits[3 - score]?.push(topic);
  }
  return hits.flat();
}
