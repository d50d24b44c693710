import { describe, expect, it } from 'vitest';
import { findTopics, sortTopics, type TopicSort } from './topic-list';

const topics = ['logo', '✔ fonts', 'Colours', '', 'icons 10', 'icons 9'].map((name, at) => ({
  name,
  max_id: 100 - at,
}));
const facts = {
  policy: (topic: string) => (topic === 'icons 9' ? 3 : 0),
  unread: (topic: string) => ({ Colours: 5, '✔ fonts': 1 })[topic] ?? 0,
};
const sorted = (sort: TopicSort) => sortTopics(topics, sort, facts).map(({ name }) => name);
const found = (query: string) =>
  findTopics(topics, query, ({ name }) => name || 'General chat').map(({ name }) => name);

describe('the topics of a channel', () => {
  it('are sorted as chosen, then newest first', () => {
    expect(sorted('newest')).toEqual(topics.map(({ name }) => name));
    expect(sorted('name')).toEqual(['', 'Colours', '✔ fonts', 'icons 9', 'icons 10', 'logo']);
    expect(sorted('unread').slice(0, 3)).toEqual(['Colours', '✔ fonts', 'logo']);
    expect(sorted('followed').slice(0, 2)).toEqual(['icons 9', 'logo']);
  });

  it('are found by their beginning first, by the word for none, too', () => {
    expect(found('co')).toEqual(['Colours', 'icons 10', 'icons 9']);
    expect(found('ico')).toEqual(['icons 10', 'icons 9']);
    expect(found('general')).toEqual(['']);
    expect(found('zebra')).toEqual([]);
  });
});
