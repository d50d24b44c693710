const maxTextLength = 1000;
const maxEntries = 100;
const maxDepth = 6;

/**
 * A value as stored in the log: long texts and lists are cut and marked, null bytes are removed,
 * and everything nested too deeply becomes `…`. This limits the size of an entry.
 */
export function truncateAuditValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return text(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return value.toISOString();
  if (depth === maxDepth) return '…';
  if (Array.isArray(value)) {
    const kept = value.slice(0, maxEntries).map((item) => truncateAuditValue(item, depth + 1));
    return value.length > maxEntries ? [...kept, `… ${value.length - maxEntries}`] : kept;
  }
  const entries = Object.entries(value);
  return Object.fromEntries([
    ...entries
      .slice(0, maxEntries)
      .map(([key, item]) => [text(key), truncateAuditValue(item, depth + 1)]),
    ...(entries.length > maxEntries ? [['…', entries.length - maxEntries]] : []),
  ]);
}

function text(given: string): string {
  const value = given.replaceAll('\0', '').toWellFormed();
  return value.length > maxTextLength ? `${value.slice(0, maxTextLength).toWellFormed()}…` : value;
}
