/** PostgreSQL's five-character error code, found through any layers that wrapped the error. */
export function sqlStateOf(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && /^[0-9A-Z]{5}$/.test(cause.code)) {
      return cause.code;
    }
  }
  return undefined;
}

/** Serialization failure or deadlock: the same transaction can succeed when repeated. */
export function isRetryable(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === '40001' || state === '40P01';
}

/**
 * Whether the same work would always fail because of its input or a bug. False for errors of
 * connections, locks, load and shutdowns.
 */
export function isPermanentFailure(error: unknown): boolean {
  const state = sqlStateOf(error);
  if (state !== undefined) return /^(22|23|54|P0)/.test(state);
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    // Node's codes for invalid arguments, for example ERR_INVALID_URL.
    if ('code' in cause && !String(cause.code).startsWith('ERR_')) return false;
  }
  return true;
}

/** Whether a value can't be stored: number out of range, null character or invalid text. */
export function isUnstorable(error: unknown): boolean {
  return ['22003', '22021', '22P05'].includes(sqlStateOf(error) ?? '');
}

/** Whether the disk is full, for a database or a file. */
export function isDiskFull(error: unknown): boolean {
  if (sqlStateOf(error) === '53100') return true;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && ['ENOSPC', 'EDQUOT'].includes(String(cause.code))) return true;
  }
  return false;
}
