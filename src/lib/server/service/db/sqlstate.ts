/** The five characters by which PostgreSQL names an error, from whichever layer wrapped it. */
export function sqlStateOf(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && /^[0-9A-Z]{5}$/.test(cause.code)) {
      return cause.code;
    }
  }
  return undefined;
}

/** Serialization failure and deadlock: the same transaction can succeed when run again. */
export function isRetryable(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === '40001' || state === '40P01';
}

/**
 * Whether the same work would fail again however the database fares: what it was given is at fault,
 * or our code. Connections, locks, load and shutdowns are not.
 */
export function isPermanentFailure(error: unknown): boolean {
  const state = sqlStateOf(error);
  if (state !== undefined) return /^(22|23|54|P0)/.test(state);
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    // Node's own words for what code was given wrongly, such as ERR_INVALID_URL.
    if ('code' in cause && !String(cause.code).startsWith('ERR_')) return false;
  }
  return true;
}

/** The value cannot be stored: number out of range, null byte or invalid text. */
export function isUnstorable(error: unknown): boolean {
  return ['22003', '22021', '22P05'].includes(sqlStateOf(error) ?? '');
}

/** Whether there was no room to write, in a database or a file. */
export function isDiskFull(error: unknown): boolean {
  if (sqlStateOf(error) === '53100') return true;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && ['ENOSPC', 'EDQUOT'].includes(String(cause.code))) return true;
  }
  return false;
}
