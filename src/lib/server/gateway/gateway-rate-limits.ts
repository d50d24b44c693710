import { systemClock } from '../service/clock';
import { RateCounter } from '../service/rate-counter';
import { GatewayFailure } from './failure';

export interface GatewayRateLimits {
  /** Requests of one signed-in account. */
  readonly account: RateLimitCheck;
  /** Requests of one address that carry no account. */
  readonly address: RateLimitCheck;
  /** Attempts to sign in or to create an organization from one address. */
  readonly attempts: RateLimitCheck;
}

/** Counts one request for `key`. Throws `RATE_LIMIT_HIT`. */
export type RateLimitCheck = (key: string) => Promise<void>;

/**
 * The server behind has limits of its own; these keep floods away from it. Counted in this process,
 * unless given what all of them count with.
 */
export function createGatewayRateLimits(counter = new RateCounter(systemClock)): GatewayRateLimits {
  const limit =
    (name: string, points: number): RateLimitCheck =>
    async (key) => {
      const { isAllowed, wait } = await counter.take(`${name} ${key}`, { points, seconds: 60 });
      if (isAllowed) return;
      // Source of code, field and header: https://zulip.com/api/rest-error-handling
      throw new GatewayFailure(
        429,
        'RATE_LIMIT_HIT',
        'API usage exceeded rate limit',
        { 'retry-after': wait },
        { 'retry-after': String(wait) },
      );
    };
  return {
    account: limit("page's account", 1200),
    address: limit("page's address", 300),
    attempts: limit('attempts', 60),
  };
}
