import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { atLeast, atMost, reported } from './figures';
import type { Figure } from './figures';

/** Simulated histories of the draft engine on one core, run by the simulation's own command. */
export async function measure(): Promise<Figure[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    'tests/property/simulate.js',
    '--histories',
    '10000',
  ]);
  const engine = /^engine\s+\d+\s+(\d+)\s+(\d+)\s+(\d+)\/s/m.exec(stdout);
  const lastWriter = /^last writer\s+\d+\s+\d+\s+(\d+)/m.exec(stdout);
  if (!engine || !lastWriter) throw new Error(stdout);
  return [
    atLeast('histories.rate', Number(engine[3]), 'histories/s', 2000),
    reported('histories.words', Number(engine[1]), 'words'),
    atMost('histories.lost', Number(engine[2]), 'words', 0),
    reported('histories.lost_by_last_writer', Number(lastWriter[1]), 'words'),
  ];
}
