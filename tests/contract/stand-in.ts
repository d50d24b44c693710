import { readFile, writeFile } from 'node:fs/promises';
import { registeredValues, type Recorded } from './replies';
import type { ServerLevels } from './server-levels';

/** What the strict servers of tests need from real ones, small enough to keep in the project. */
interface StandIn {
  /**
   * `METHOD /path` with `{}` for variables, by the levels that have it; the last group is all
   * levels.
   */
  readonly routes: Readonly<Record<string, readonly string[]>>;
  /** Keys of the register reply at the recorded level. */
  readonly register: readonly string[];
}

const file = new URL('../support/strict/recorded.json', import.meta.url);

/**
 * Compares the table of the strict servers with the recordings, or regenerates it with `write`.
 * Returns 1 if it differs.
 */
export async function compareStandIn(
  levelsFile: string,
  repliesFile: string,
  write: boolean,
): Promise<number> {
  const { levels, routes } = JSON.parse(await readFile(levelsFile, 'utf8')) as ServerLevels;
  const { replies } = JSON.parse(await readFile(repliesFile, 'utf8')) as Recorded;
  const names = (has: 'all' | readonly number[]) =>
    (has === 'all' ? levels : levels.filter((level) => has.includes(level))).join(' ');
  const groups = new Map<string, string[]>();
  for (const [route, has] of Object.entries(routes)) {
    groups.set(names(has), [...(groups.get(names(has)) ?? []), route.replace(' /json/', ' /')]);
  }
  const made: StandIn = {
    // Served outside the counted routes.
    routes: { ...Object.fromEntries(groups), any: ['GET /server_settings', 'POST /fetch_api_key'] },
    register: Object.keys(registeredValues(replies).realm).toSorted(),
  };
  const text = `${JSON.stringify(made, null, 2)}\n`;
  if (write) await writeFile(file, text);
  const kept = JSON.parse(await readFile(file, 'utf8')) as StandIn;
  const isSame = JSON.stringify(kept) === JSON.stringify(made);
  console.log(isSame ? 'the strict servers are as recorded' : `${file.pathname} is old: --write`);
  return isSame ? 0 : 1;
}
