import { writeFile } from 'node:fs/promises';
import { measure as completion } from './completion';
import { measure as conversation } from './conversation';
import { measure as delivery } from './delivery';
import { measure as directory } from './directory';
import { measure as eventLoop } from './event-loop';
import { measure as gateway } from './gateway';
import type { Figure } from './figures';
import { measure as growth } from './growth';
import { measure as guests } from './guests';
import { measure as interaction } from './interaction';
import { measure as histories } from './histories';
import { measure as hostile } from './hostile';
import { dropLarge } from './large-sample';
import { measure as memory } from './memory';
import { measure as messages } from './messages';
import { measure as organization } from './organization';
import { measure as packed } from './packed';
import { measure as pages } from './pages';
import { measure as paint } from './paint';
import { measure as palette } from './palette';
import { measure as passwords } from './passwords';
import { measure as people } from './people';
import { measure as polls } from './polls';
import { measure as render } from './render';
import { measure as requests } from './requests';
import { measure as scrolling } from './scrolling';
import { measure as search } from './search';
import { measure as service } from './service';
import { measure as shifts } from './shifts';
import { measure as sidebar } from './sidebar';
import { measure as strokes } from './strokes';
import { measure as uploads } from './uploads';
import { measure as weight } from './weight';

/** Options of the command line. */
export interface BenchOptions {
  /** `--base=DIR`: a built checkout of an earlier version, for benches that compare with one. */
  readonly base?: string | undefined;
}

const benches: Readonly<Record<string, (options: BenchOptions) => Promise<Figure[]>>> = {
  weight,
  pages,
  paint,
  interaction,
  conversation,
  scrolling,
  shifts,
  directory,
  people,
  sidebar,
  search,
  gateway,
  service,
  requests,
  palette,
  passwords,
  memory,
  polls,
  packed,
  histories,
  strokes,
  completion,
  render,
  hostile,
  messages,
  growth,
  'event-loop': eventLoop,
  organization,
  guests,
  delivery,
  uploads,
};

/** Runs the named benches, or all. Prints a table, writes bench.json, returns the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const base = args.find((arg) => arg.startsWith('--base='))?.slice('--base='.length);
  const names = args.filter((arg) => !arg.startsWith('--base='));
  const unknown = names.filter((name) => !(name in benches));
  if (unknown.length > 0) {
    console.error(`No bench ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}.`);
    return 1;
  }
  const figures: Figure[] = [];
  const broken: string[] = [];
  for (const [name, measure] of Object.entries(benches)) {
    if (names.length > 0 && !names.includes(name)) continue;
    console.log(`── ${name}`);
    try {
      const measured = await measure({ base });
      for (const figure of measured) console.log(line(figure));
      figures.push(...measured);
    } catch (error) {
      console.error(error);
      broken.push(name);
    }
  }
  await dropLarge();
  await writeFile('bench.json', `${JSON.stringify(figures, null, 2)}\n`);
  const missed = figures.filter(({ holds }) => holds === false).map(({ name }) => name);
  console.log(`\n${figures.length} figures in bench.json.`);
  if (missed.length > 0) console.log(`Missed: ${missed.join(', ')}.`);
  if (broken.length > 0) console.log(`Broken: ${broken.join(', ')}.`);
  return missed.length + broken.length > 0 ? 1 : 0;
}

function line({ name, value, unit, goal, holds }: Figure): string {
  const verdict = holds === null ? '' : holds ? 'holds' : 'MISSED';
  return `${name.padEnd(42)} ${String(value).padStart(9)} ${unit.padEnd(14)} ${(goal ?? '').padEnd(9)} ${verdict}`;
}
