import { ApiError } from '../../api/errors';

/** Milliseconds to wait before the next call; null if the failure isn't a rate limit. */
export function getRetryAfter(failure: unknown): number | null {
  if (!(failure instanceof ApiError) || failure.code !== 'RATE_LIMIT_HIT') return null;
  return (Number(failure.fields['retry-after']) || 0) * 1000;
}
