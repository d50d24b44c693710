/** @typedef {Map<string, Set<string>>} Graph the imports of each node */

/**
 * @param {{ from: string; to: string }[]} arrows
 * @returns {Graph}
 */
export function graphOf(arrows) {
  /** @type {Graph} */
  const graph = new Map();
  for (const { from, to } of arrows) graph.set(from, (graph.get(from) ?? new Set()).add(to));
  return graph;
}

/**
 * The cycles of a graph (its strongly connected components, so cycles that share a node are one).
 * Both the cycles and their nodes are sorted.
 * @param {Graph} graph
 * @returns {string[][]}
 */
export function cyclesOf(graph) {
  // Tarjan's algorithm.
  /** @type {Map<string, number>} */
  const order = new Map();
  /** @type {Map<string, number>} */
  const lowest = new Map();
  /** @type {string[]} */
  const open = [];
  /** @type {string[][]} */
  const cycles = [];

  /** @param {string} node */
  function visit(node) {
    const own = order.size;
    order.set(node, own);
    lowest.set(node, own);
    open.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (open.includes(next)) {
        lowest.set(node, Math.min(lowest.get(node) ?? own, lowest.get(next) ?? own));
      }
    }
    if (lowest.get(node) !== own) return;
    const cycle = open.splice(open.indexOf(node));
    if (cycle.length > 1 || graph.get(node)?.has(node)) cycles.push(cycle.sort());
  }

  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return cycles.sort(([a = ''], [b = '']) => a.localeCompare(b));
}

/**
 * A shortest cycle among these nodes, with its first node repeated at the end.
 * @param {Graph} graph @param {string[]} nodes
 * @returns {string[]}
 */
export function minCycle(graph, nodes) {
  const cycles = nodes.map((start) => wayBack(graph, start, new Set(nodes)));
  return cycles.sort((a, b) => a.length - b.length)[0] ?? [];
}

/** @param {Graph} graph @param {string} start @param {Set<string>} within @returns {string[]} */
function wayBack(graph, start, within) {
  let ways = [[start]];
  const seen = new Set();
  while (ways.length > 0) {
    const longer = [];
    for (const way of ways) {
      for (const next of graph.get(way.at(-1) ?? start) ?? []) {
        if (next === start) return [...way, start];
        if (!within.has(next) || seen.has(next)) continue;
        seen.add(next);
        longer.push([...way, next]);
      }
    }
    ways = longer;
  }
  return [start];
}
