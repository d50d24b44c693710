import { ApiError } from '../../api/errors';
import type { Change } from './change';

/** What the server said to a change that it refused, as the call would have thrown it. */
export function failureOf({ kind, refusal }: Change): ApiError | null {
  return refusal && new ApiError(kind, refusal.status, refusal.code, refusal.message);
}
