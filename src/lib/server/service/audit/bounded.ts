const longestText = 1000;
const mostEntries = 100;
const deepest = 6;

/**
 * A value as the log keeps it: long texts and lists are cut, and say so, null bytes are left out, and
 * what lies too deep is named by its kind. So no entry outgrows what it tells of.
 */
export function bounded(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return text(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return value.toISOString();
  if (depth === deepest) return '…';
  if (Array.isArray(value)) {
    const kept = value.slice(0, mostEntries).map((item) => bounded(item, depth + 1));
    return value.length > mostEntries ? [...kept, `… ${value.length - mostEntries}`] : kept;
  }
  const entries = Object.entries(value);
  return Object.fromEntries([
    ...entries.slice(0, mostEntries).map(([key, item]) => [text(key), bounded(item, depth + 1)]),
    ...(entries.length > mostEntries ? [['…', entries.length - mostEntries]] : []),
  ]);
}

function text(given: string): string {
  const value = given.replaceAll('\0', '').toWellFormed();
  return value.length > longestText ? `${value.slice(0, longestText).toWellFormed()}…` : value;
}
