import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { DoorFailure } from './failure';

export interface Limits {
  /** Requests of one signed-in account. */
  readonly account: Limit;
  /** Requests of one address that carry no account. */
  readonly address: Limit;
  /** Attempts to sign in or to create an organization from one address. */
  readonly attempts: Limit;
}

/** Counts one request for `key`. Throws `RATE_LIMIT_HIT`. */
export type Limit = (key: string) => Promise<void>;

/** Kept in this process. The server behind has limits of its own; these keep floods away from it. */
export function createLimits(): Limits {
  return {
    account: limit(1200, 60),
    address: limit(300, 60),
    attempts: limit(60, 60),
  };
}

function limit(points: number, seconds: number): Limit {
  const limiter = new RateLimiterMemory({ points, duration: seconds });
  return async (key) => {
    try {
      await limiter.consume(key);
    } catch (problem) {
      if (!(problem instanceof RateLimiterRes)) throw problem;
      const wait = problem.msBeforeNext / 1000;
      // Source of code, field and header: https://zulip.com/api/rest-error-handling
      throw new DoorFailure(
        429,
        'RATE_LIMIT_HIT',
        'API usage exceeded rate limit',
        { 'retry-after': wait },
        { 'retry-after': String(wait) },
      );
    }
  };
}
