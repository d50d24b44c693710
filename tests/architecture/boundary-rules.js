import { graphOf, cyclesOf, minCycle } from './import-cycles.js';
import { packageHomes, acyclicFolders, moduleOf, moduleBoundaries } from './module-boundaries.js';

/** @typedef {import('./read-imports.js').Import} Import */

const isTest = (/** @type {string} */ path) => /\.test\.ts$/.test(path);
const noBarrels = 'No barrel files: import from the module that defines the name.';
const inSource = (/** @type {string} */ path) => path.replace(/^src\//, '');

/**
 * Returns a line for each import that the table doesn't allow.
 * @param {Import[]} imports
 * @returns {string[]}
 */
export function forbiddenImports(imports) {
  return imports.flatMap((found) => {
    const fault = found.from.startsWith('src/') && faultOf(found);
    return fault ? [`${placeOf(found)} ${fault}`] : [];
  });
}

/** @param {Import} found */
function placeOf({ from, line }) {
  return `${from}:${line}`;
}

/**
 * Index files, which could only re-export what other files define.
 * @param {Iterable<string>} paths
 */
export function barrelFiles(paths) {
  const files = [...paths].filter((path) => /^src\/(.+\/)?index\.[jt]s$/.test(path));
  return files.map((path) => `${path}:1 ${noBarrels}`);
}

/** @param {Import} found */
function faultOf({ from, to, outside, everything }) {
  if (everything) return noBarrels;
  const here = inSource(from);
  if (outside) {
    const elsewhere = packageHomes.some(({ name, home }) => name.test(to) && !home.test(here));
    return elsewhere && !isTest(from) && `The package "${to}" is used in one module only.`;
  }
  const there = inSource(to);
  const row = moduleBoundaries.find(({ files }) => files.test(here));
  if (!row || moduleOf(there) === moduleOf(here) || row.may.some((part) => part.test(there)))
    return;
  return `"${here}" may not import "${there}" (tests/architecture/module-boundaries.js).`;
}

/**
 * Files that import each other in a cycle at run time, statically or dynamically.
 * @param {Import[]} imports @param {string[][]} known
 */
export function newFileCycles(imports, known) {
  const atRunTime = imports.filter(({ type, outside }) => !type && !outside);
  return cycleFaults(
    atRunTime.map((found) => ({ from: found.from, to: found.to, place: placeOf(found) })),
    known,
  );
}

/**
 * Folders that import each other in a cycle, including type imports but not tests.
 * @param {Import[]} imports @param {string[][]} known
 */
export function newFolderCycles(imports, known) {
  const between = imports.flatMap((found) => {
    const [from, to] = [folderOf(found.from), folderOf(found.to)];
    return from && to && from !== to && !isTest(found.from)
      ? [{ from, to, place: placeOf(found) }]
      : [];
  });
  return cycleFaults(between, known);
}

/** @param {string} path */
function folderOf(path) {
  const parent = acyclicFolders.find((folder) => path.startsWith(`src/${folder}/`));
  return (
    parent &&
    `${parent}/${
      inSource(path)
        .slice(parent.length + 1)
        .split('/')[0]
    }`
  );
}

/** @typedef {{ from: string; to: string; place: string }} Arrow */

/** @param {Arrow[]} arrows @param {string[][]} known */
function cycleFaults(arrows, known) {
  const graph = graphOf(arrows);
  const cycles = cyclesOf(graph);
  const added = cycles
    .filter((cycle) => !known.some((old) => cycle.every((node) => old.includes(node))))
    .map((cycle) => drawn(minCycle(graph, cycle), arrows));
  const removed = known
    .filter((old) => !cycles.some((cycle) => cycle.join() === [...old].sort().join()))
    .map(
      (old) =>
        `No longer in a cycle: ${old.join(', ')}. Shorten the list in tests/architecture/module-boundaries.js.`,
    );
  return [...added, ...removed];
}

/** @param {string[]} cycle @param {Arrow[]} arrows */
function drawn(cycle, arrows) {
  const steps = cycle.slice(1).map((to, index) => {
    const from = cycle[index];
    const arrow = arrows.find((one) => one.from === from && one.to === to);
    return `\n  ${from} → ${to} (${arrow?.place})`;
  });
  return `Cycle:${steps.join('')}`;
}
