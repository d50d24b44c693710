import { ApiError } from '../../api/errors';
import type { PendingChange } from './pending-change';

/** What the server said to a change that it refused, as the call would have thrown it. */
export function failureOfChange({ kind, refusal }: PendingChange): ApiError | null {
  return refusal && new ApiError(kind, refusal.status, refusal.code, refusal.message);
}
