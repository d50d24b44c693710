import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { parse } from 'svelte/compiler';
import { parseSync } from 'vite';

/**
 * @typedef {object} Import an import of another file or of a package
 * @property {string} from
 * @property {number} line
 * @property {string} to a path in the project, or the name of a package as written
 * @property {boolean} outside whether it imports a package
 * @property {boolean} type whether it only imports types
 * @property {boolean} everything whether it is `export * from`
 */

/**
 * All imports of a module or component: static, dynamic with a literal path, in types, and
 * re-exports.
 * @param {string} from its path in the project @param {string} source its text
 * @param {(path: string) => boolean} exists whether a file exists
 * @returns {Import[]}
 */
export function importsOf(from, source, exists) {
  /** @type {Import[]} */
  const found = [];
  visit(syntaxTree(from, source), (node) => {
    const address = addressIn(node);
    if (address === undefined) return;
    const inside = resolve(from, address, exists);
    found.push({
      from,
      line: source.slice(0, node.start).split('\n').length,
      to: inside ?? address,
      outside: inside === undefined,
      type:
        node.type === 'TSImportType' || node.importKind === 'type' || node.exportKind === 'type',
      everything: node.type === 'ExportAllDeclaration',
    });
  });
  return found;
}

/**
 * All imports of these files of the project.
 * @param {string[]} paths @param {string} root
 */
export function readImports(paths, root) {
  const files = new Set(paths);
  return paths.flatMap((path) =>
    importsOf(path, readFileSync(`${root}${path}`, 'utf8'), (other) => files.has(other)),
  );
}

/**
 * The ESTree program of a module, or the modern syntax tree of a component.
 * @param {string} path @param {string} source
 */
export function syntaxTree(path, source) {
  if (path.endsWith('.svelte')) return parse(source, { modern: true });
  const { program, errors } = parseSync(path, source);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  return program;
}

/** @typedef {{ type?: string; start?: number; [key: string]: any }} Node */

/** @param {Node} node @param {(node: Node) => void} look */
function visit(node, look) {
  if (typeof node.type === 'string') look(node);
  for (const value of Object.values(node)) {
    if (value !== null && typeof value === 'object') visit(value, look);
  }
}

/** @param {Node} node @returns {string | undefined} */
function addressIn(node) {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ImportExpression':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return node.source?.value;
    case 'TSImportType':
      return (node.source ?? node.argument)?.value;
    default:
      return undefined;
  }
}

const endings = ['', '.ts', '.js', '.d.ts'];

/**
 * The imported file's path. A file that doesn't exist, for example generated code, keeps the path
 * as written. Undefined for packages.
 * @param {string} from @param {string} address @param {(path: string) => boolean} exists
 */
function resolve(from, address, exists) {
  const path = address.startsWith('$lib/')
    ? `src/lib/${address.slice(5)}`
    : address.startsWith('.')
      ? join(dirname(from), address)
      : undefined;
  return path && (endings.map((ending) => path + ending).find(exists) ?? path);
}
