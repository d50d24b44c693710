import { ApiError } from '../../api/errors';
import type { PendingChange } from './pending-change';

/** The server's refusal of a change, as the error that the call threw. */
export function failureOfChange({ kind, refusal }: PendingChange): ApiError | null {
  return refusal && new ApiError(kind, refusal.status, refusal.code, refusal.message);
}
