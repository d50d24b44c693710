/** @typedef {'unit' | 'pg' | 'browser' | 'e2e'} Suite */

/**
 * @typedef {object} Plan which tests to run
 * @property {boolean} all includes what the daily run leaves out
 * @property {boolean | string} changed only what a change can break; a string names the commit to
 *   compare with
 * @property {Map<Suite, string[] | null>} suites the files to run of each suite; null runs all of them
 */

/**
 * Files that can belong to a suite. The suite's configuration can exclude some of them.
 * @type {Record<Suite, RegExp>}
 */
export const suiteFiles = {
  unit: /^(src|tests)\/.*(?<!\.svelte|\.pg)\.test\.ts$/,
  pg: /^(src\/lib\/server|tests)\/.*\.test\.ts$/,
  browser: /^src\/.*\.svelte\.test\.ts$/,
  e2e: /^tests\/e2e\/.*\.spec\.ts$/,
};

const names = /** @type {Suite[]} */ (Object.keys(suiteFiles));

/**
 * Parses `[--all] [--changed[=commit]] [suite or part of a path]…`. Suites choose where to look,
 * parts of paths which files to run.
 * @param {string[]} parameters @param {string[]} files all files of the project
 * @returns {Plan}
 */
export function planOf(parameters, files) {
  const plan = { all: false, changed: /** @type {boolean | string} */ (false) };
  /** @type {string[]} */
  const parts = [];
  /** @type {Suite[]} */
  const wanted = [];
  for (const parameter of parameters) {
    const suite = names.find((name) => name === parameter);
    if (suite) wanted.push(suite);
    else if (parameter === '--all') plan.all = true;
    else if (parameter === '--changed') plan.changed = true;
    else if (parameter.startsWith('--changed=')) plan.changed = parameter.slice(10);
    else if (parameter.startsWith('-')) throw new Error(`unknown argument ${parameter}`);
    else parts.push(parameter);
  }

  /** @type {Plan['suites']} */
  const suites = new Map();
  for (const name of names.filter((one) => wanted.length === 0 || wanted.includes(one))) {
    const own = files.filter(
      (path) => suiteFiles[name].test(path) && parts.some((part) => path.includes(part)),
    );
    if (parts.length === 0) suites.set(name, null);
    else if (own.length > 0) suites.set(name, own);
  }
  if (suites.size === 0) {
    const where = wanted.length > 0 ? wanted.join(', ') : `suites (${names.join(', ')})`;
    throw new Error(`no file in ${where} matches ${parts.join(', ')}`);
  }
  return { ...plan, suites };
}

/** @param {string} path */
function wordsOf(path) {
  return path
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => word.replace(/s$/, ''))
    .filter((word) => word.length > 3);
}

/**
 * The journeys that a change is likely to break: those that import a changed test file, and those
 * whose name shares a word with the path of a changed app file. Every journey uses the whole app,
 * so only running them all would be certain.
 * @param {string[]} journeys @param {string[]} changed
 * @param {Map<string, Set<string>>} imports
 */
export function journeysFor(journeys, changed, imports) {
  const app = changed.filter((path) => /^(src|messages)\//.test(path) && !/\.test\.ts$/.test(path));
  const words = new Set(app.flatMap(wordsOf));
  const tests = changed.filter((path) => path.startsWith('tests/'));
  return journeys.filter((journey) => {
    const name = journey.replace(/^.*\//, '').replace('.spec.ts', '');
    return wordsOf(name).some((word) => words.has(word)) || reaches(journey, tests, imports);
  });
}

/** @param {string} start @param {string[]} ends @param {Map<string, Set<string>>} imports */
function reaches(start, ends, imports) {
  const reached = new Set([start]);
  for (const path of reached) for (const next of imports.get(path) ?? []) reached.add(next);
  return ends.some((path) => reached.has(path));
}
