import { ApiError } from '../../api/errors';

/** Milliseconds for which the server wants no more calls; null when it wants them. */
export function getRetryAfter(failure: unknown): number | null {
  if (!(failure instanceof ApiError) || failure.code !== 'RATE_LIMIT_HIT') return null;
  return (Number(failure.fields['retry-after']) || 0) * 1000;
}
