import { basename } from 'node:path/posix';
import { syntaxTree } from './read-imports.js';

/**
 * @typedef {object} Export a name that a file of `src/lib` exports; a component's name is its file's
 * @property {string} file path in the project
 * @property {'type' | 'class' | 'function' | 'constant' | 'component'} kind
 * @property {string} name
 */

/**
 * Exported types and classes whose single word is the noun of the domain, each with its reason. The list can only
 * become shorter: an entry without an export is reported.
 * @type {Readonly<Record<string, string>>}
 */
export const singleWords = {
  Account: 'the signed-in account of the browser',
  Channel: 'the API’s stream as clients see it',
  Draft: 'the API’s draft',
  Emoji: 'an emoji of the picker and of completion',
  Invitation: 'a row of invitations',
  Message: 'the API’s message',
  Outbox: 'the queue of changes that wait for a connection',
  Poll: 'the poll widget',
  Reaction: 'an emoji reaction as the API sends it',
  Recurrence: 'a recurring message',
  Reminder: 'the API’s reminder',
  Semaphore: 'the synchronization primitive',
  Subscription: 'the API’s subscription',
  User: 'the API’s user',
};

/**
 * Names that a module or component defines and exports. Re-exported names are left out.
 * @param {string} file @param {string} source
 * @returns {Export[]}
 */
export function exportsOf(file, source) {
  /** @type {any} */
  const tree = syntaxTree(file, source);
  if (!file.endsWith('.svelte')) return declared(file, tree.body);
  /** @type {Export} */
  const component = { file, kind: 'component', name: basename(file, '.svelte') };
  return [component, ...declared(file, tree.module?.content.body ?? [])];
}

/** @type {Readonly<Record<string, Export['kind']>>} */
const kinds = {
  TSInterfaceDeclaration: 'type',
  TSTypeAliasDeclaration: 'type',
  TSEnumDeclaration: 'type',
  ClassDeclaration: 'class',
  FunctionDeclaration: 'function',
};

/**
 * @param {string} file @param {any[]} statements
 * @returns {Export[]}
 */
function declared(file, statements) {
  return statements.flatMap(({ type, declaration }) => {
    if (type !== 'ExportNamedDeclaration' || !declaration) return [];
    if (declaration.type === 'VariableDeclaration') {
      return declaration.declarations
        .flatMap((/** @type {any} */ { id }) => namesIn(id))
        .map((/** @type {string} */ name) => ({
          file,
          kind: /** @type {const} */ ('constant'),
          name,
        }));
    }
    const kind = kinds[declaration.type];
    return kind && declaration.id ? [{ file, kind, name: declaration.id.name }] : [];
  });
}

/**
 * @param {any} pattern
 * @returns {string[]}
 */
function namesIn(pattern) {
  if (pattern?.type === 'Identifier') return [pattern.name];
  if (pattern?.type === 'ArrayPattern') return pattern.elements.flatMap(namesIn);
  if (pattern?.type === 'ObjectPattern') {
    return pattern.properties.flatMap((/** @type {any} */ { value, argument }) =>
      namesIn(value ?? argument),
    );
  }
  return pattern?.type === 'AssignmentPattern' ? namesIn(pattern.left) : [];
}

const isType = (/** @type {Export} */ { kind }) => kind === 'type' || kind === 'class';
const isSingleWord = (/** @type {string} */ name) => /^[A-Z][a-z\d]*$/.test(name);

/**
 * A line for each name that breaks a rule of docs/glossary.md.
 * @param {readonly Export[]} exports
 * @param {Readonly<Record<string, string>>} allowed
 * @returns {string[]}
 */
export function nameFaults(exports, allowed = singleWords) {
  const single = exports.filter((one) => isType(one) && isSingleWord(one.name));
  const inUse = new Set(single.map(({ name }) => name));
  return [
    ...duplicates(exports),
    ...single
      .filter(({ name }) => !(name in allowed))
      .map(
        ({ file, name }) => `${file}: "${name}" is a single word. Name the domain and the thing.`,
      ),
    ...Object.keys(allowed)
      .filter((name) => !inUse.has(name))
      .map((name) => `"${name}" is allowed but not exported. Remove it from export-names.js.`),
    ...exports
      .filter(({ name }) => /^(?:most|fewest|longest|shortest|largest|smallest)[A-Z]/.test(name))
      .map(({ file, name }) => `${file}: "${name}" is a limit. Begin with max or min.`),
  ];
}

/** @param {readonly Export[]} exports */
function duplicates(exports) {
  /** @type {Map<string, Set<string>>} */
  const files = new Map();
  for (const { file, name } of exports) files.set(name, (files.get(name) ?? new Set()).add(file));
  return [...files]
    .filter(([, owners]) => owners.size > 1)
    .map(([name, owners]) => `"${name}" is exported by ${[...owners].join(' and ')}.`);
}

/**
 * The counts of `npm run check:names -- --count`.
 * @param {readonly Export[]} exports
 */
export function countNames(exports) {
  const types = exports.filter(isType);
  return {
    exports: exports.length,
    types: types.length,
    singleWordTypes: types.filter(({ name }) => isSingleWord(name)).length,
    duplicates: duplicates(exports).length,
  };
}
