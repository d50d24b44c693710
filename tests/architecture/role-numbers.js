import { syntaxTree } from './read-imports.js';

const roleNumbers = new Set([100, 200, 300, 400, 600]);
const roleWord = /role|owner|admin|moderator|(?<!re)member|guest/i;
const roleInSql = /role\s*(?:[<>=!]+|(?:not\s+)?in\s*\(|between)\s*[1-6]00\b/i;

/** What can relate a number to a name: comparisons, defaults, declarations, entries of a table. */
const relations = new Set([
  'AssignmentPattern',
  'AssignmentExpression',
  'BinaryExpression',
  'ConditionalExpression',
  'LogicalExpression',
  'Property',
  'PropertyDefinition',
  'SwitchStatement',
  'VariableDeclarator',
]);
/** Syntax between a number and its relation. */
const wrappers = new Set([
  'ArrayExpression',
  'Literal',
  'ObjectExpression',
  'SwitchCase',
  'TSAsExpression',
  'TSLiteralType',
  'TSSatisfiesExpression',
]);

/**
 * A line for each number of a module or component that stands for a role. `src/lib/api/roles.ts` has the names.
 * @param {string} file @param {string} source
 * @returns {string[]}
 */
export function roleNumberFaults(file, source) {
  /** @type {Set<number>} */
  const lines = new Set();
  const lineAt = (/** @type {number} */ start) => source.slice(0, start).split('\n').length;

  /** @param {any} node @param {string | undefined} related source of the nearest relation */
  function walk(node, related) {
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) {
      for (const one of node) walk(one, related);
      return;
    }
    const { type, start } = node;
    if (typeof type === 'string') {
      const isRoleNumber = type === 'Literal' && roleNumbers.has(node.value);
      if (isRoleNumber && related !== undefined && roleWord.test(related)) lines.add(lineAt(start));
      if (type === 'TemplateElement' && roleInSql.test(node.value.raw)) lines.add(lineAt(start));
      if (relations.has(type)) related = relationText(node, source);
      else if (!wrappers.has(type)) related = undefined;
    }
    for (const [key, value] of Object.entries(node)) if (key !== 'parent') walk(value, related);
  }
  walk(syntaxTree(file, source), undefined);
  return [...lines].map(
    (line) => `${file}:${line} Name the role: userRole of src/lib/api/roles.ts.`,
  );
}

/**
 * The part of a relation that names things: of a declaration only its name, of a switch what it tests.
 * @param {any} node @param {string} source
 */
function relationText(node, source) {
  const { start, end } = node.discriminant ?? node.id ?? node;
  return source.slice(start, end);
}
