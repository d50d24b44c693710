import type { S3 } from '@aws-sdk/client-s3';
import { ServiceFailure } from '../failure';

/** The store doesn't answer or can't be reached. The request can be retried. */
export class StoreUnreachable extends ServiceFailure {
  constructor(cause: unknown) {
    super('BAD_REQUEST', 'The store of files does not answer. Try again in a moment.', 503);
    this.cause = cause;
  }
}

/** Makes the client's requests fail with `StoreUnreachable` if they get no answer. */
export function withUnreachableErrors(client: Pick<S3, 'middlewareStack'>): void {
  client.middlewareStack.add(
    (next) => async (given) => {
      try {
        return await next(given);
      } catch (error) {
        throw isUnreachable(error) ? new StoreUnreachable(error) : error;
      }
    },
    { step: 'initialize', name: 'tellingUnreachable' },
  );
}

function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'TimeoutError') return true;
  return 'code' in error && /^E[A-Z]+$/.test(String(error.code));
}
