import {
  indexChannels,
  indexGroups,
  indexPeople,
  completionOptionsFor,
  type CompletionContext,
} from '../../src/lib/features/compose/completion/completion-options';
import { proximityScoreOf } from '../../src/lib/features/compose/completion/proximity';
import { completionTriggerAt } from '../../src/lib/features/compose/completion/completion-trigger';
import { aChannel, aPerson } from '../support/state';
import { atMost, quantile, reported } from './figures';
import type { Figure } from './figures';

const rows = 10_000;
const rounds = 300;
/** Milliseconds per frame. */
const frame = 16;

const words = 'Anna Bo Carla Dmitri Eva Fátima Georg Hanna Ivo Jana Karl Léna'.split(' ');
const nameOf = (at: number) =>
  `${words[at % 12]} ${words[(at * 7) % 11]}son ${((at * 7919) % rows).toString(36)}`;

const near: CompletionContext = {
  proximity: proximityScoreOf({
    participants: new Map(Array.from({ length: 40 }, (_, at) => [at * 97, at / 40])),
    members: new Set(Array.from({ length: rows / 2 }, (_, at) => at * 2)),
    recent: [5, 17, 4711],
  }),
  subscribed: new Set(Array.from({ length: 300 }, (_, at) => at * 31)),
  topics: [],
  emoji: () => [],
  emoticon: () => undefined,
  isChannel: true,
  canMention: () => true,
  level: 250,
  times: () => [],
  words: { all: '', topic: '', group: '', me: '', poll: '', todo: '' },
};

/**
 * Cost of a key that completes one of 10,000 names, and of the first key after the names change.
 */
export function measure(): Promise<Figure[]> {
  const users = Array.from({ length: rows }, (_, at) => aPerson(at, { full_name: nameOf(at) }));
  const channels = Array.from({ length: rows }, (_, at) => aChannel(at, { name: nameOf(at) }));
  const groups = indexGroups([]);
  let index = { ...indexPeople(users), channels: indexChannels(channels), groups };
  const keys: number[] = [];
  const anew: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const name = nameOf(round * 31);
    for (const sign of ['@', '#']) {
      for (let length = 0; length <= 4; length++) {
        const text = `So ${sign}${name.slice(0, length)}`;
        const start = performance.now();
        const trigger = completionTriggerAt(text, text.length);
        if (trigger) completionOptionsFor(trigger, index, near);
        keys.push(performance.now() - start);
      }
    }
    const start = performance.now();
    users[round] = { ...users[round]!, full_name: `${name} the other` };
    index = { ...index, ...indexPeople(users) };
    anew.push(performance.now() - start);
  }
  return Promise.resolve([
    atMost('completion.key', quantile(keys, 0.95), 'ms p95', frame),
    reported('completion.longest_key', Math.max(...keys), 'ms'),
    atMost('completion.directory_changed', quantile(anew, 0.5), 'ms p50', frame),
  ]);
}
