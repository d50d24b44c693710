import { parseArgs } from 'node:util';
import { lastWriter } from './last-writer';
import { runHistory } from './sim/history';
import { engine, type Subject } from './sim/subject';

export interface Tally {
  readonly histories: number;
  readonly words: number;
  readonly lostWords: number;
  /** Counts failed histories by the rule they broke, with the first such seed. */
  readonly broken: ReadonlyMap<string, { readonly count: number; readonly seed: number }>;
  /**
   * Histories per second of one core's time, because the machine can be busy with something else.
   */
  readonly perSecond: number;
}

/** Runs the histories of consecutive seeds, starting with `seed`. */
export function simulate(subject: Subject, histories: number, seed: number): Tally {
  const broken = new Map<string, { count: number; seed: number }>();
  let words = 0;
  let lostWords = 0;
  const start = process.cpuUsage();
  for (let next = seed; next < seed + histories; next++) {
    const verdict = runHistory(subject, next);
    words += verdict.words;
    lostWords += verdict.lost;
    if (verdict.failure === null) continue;
    const [rule = ''] = verdict.failure.split(':');
    const known = broken.get(rule);
    broken.set(rule, { count: (known?.count ?? 0) + 1, seed: known?.seed ?? next });
  }
  const { user, system } = process.cpuUsage(start);
  const perSecond = Math.round((histories * 1_000_000) / (user + system));
  return { histories, words, lostWords, broken, perSecond };
}

function lineOf(name: string, tally: Tally): string {
  const { histories, words, lostWords, broken, perSecond } = tally;
  const rules = [...broken].map(([rule, { count, seed }]) => `${rule} ${count} (seed ${seed})`);
  const cells = [name.padEnd(12), histories, words, lostWords, `${perSecond}/s`, rules.join(', ')];
  return cells.map((cell) => String(cell).padEnd(12)).join(' ');
}

/**
 * The command line: `--histories n`, `--seed n`. Returns 1 if a history of the engine breaks a
 * rule.
 */
export function main(args: readonly string[], print: (line: string) => void): number {
  const { values } = parseArgs({
    args: [...args],
    options: {
      histories: { type: 'string', default: '20000' },
      seed: { type: 'string', default: '1' },
    },
  });
  const [histories, seed] = [Number(values.histories), Number(values.seed)];
  if (!Number.isSafeInteger(histories) || !Number.isSafeInteger(seed) || histories < 1) {
    print('Usage: npm run simulate -- [--histories n] [--seed n]');
    return 1;
  }
  const heads = ['', 'histories', 'words', 'lost', 'rate', 'rules broken'];
  print(heads.map((head) => head.padEnd(12)).join(' '));
  const tally = simulate(engine, histories, seed);
  print(lineOf('engine', tally));
  // The comparison is clear with this many.
  print(lineOf('last writer', simulate(lastWriter, Math.min(histories, 20_000), seed)));
  return tally.broken.size === 0 ? 0 : 1;
}
