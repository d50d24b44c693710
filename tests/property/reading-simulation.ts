import { parseArgs } from 'node:util';
import * as store from '../../src/lib/features/conversation/list/message-cache';
import { readingHistory, type Store } from './reading/history';

/** Counts failed histories by the rule they broke, with the first such seed. */
export function simulateReading(
  subject: Store,
  histories: number,
  seed: number,
): ReadonlyMap<string, { readonly count: number; readonly seed: number; readonly text: string }> {
  const broken = new Map<string, { count: number; seed: number; text: string }>();
  for (let next = seed; next < seed + histories; next++) {
    const failure = readingHistory(subject, next);
    if (failure === null) continue;
    const [rule = ''] = failure.split(':');
    const known = broken.get(rule);
    broken.set(rule, {
      count: (known?.count ?? 0) + 1,
      seed: known?.seed ?? next,
      text: known?.text ?? failure,
    });
  }
  return broken;
}

/** The command line: `--histories n`, `--seed n`. Returns 1 if a history breaks a rule. */
export function main(args: readonly string[], print: (line: string) => void): number {
  const { values } = parseArgs({
    args: [...args],
    options: {
      histories: { type: 'string', default: '10000' },
      seed: { type: 'string', default: '1' },
    },
  });
  const [histories, seed] = [Number(values.histories), Number(values.seed)];
  const broken = simulateReading(store, histories, seed);
  print(`${histories} histories of lists of messages, ${broken.size} rules broken`);
  for (const [rule, { count, seed: first, text }] of broken) {
    print(`${rule}: ${count} (seed ${first}) ${text.slice(0, 300)}`);
  }
  return broken.size === 0 ? 0 : 1;
}
