import { systemClock } from '../service/clock';
import { RateCounter } from '../service/rate-counter';
import { GatewayFailure } from './failure';

export interface GatewayRateLimits {
  /** Limits requests of one signed-in account. */
  readonly account: RateLimitCheck;
  /** Limits requests without an account from one IP address. */
  readonly address: RateLimitCheck;
  /** Limits attempts to sign in or create an organization from one IP address. */
  readonly attempts: RateLimitCheck;
}

/** Counts one request for `key`. Throws `RATE_LIMIT_HIT`. */
export type RateLimitCheck = (key: string) => Promise<void>;

/**
 * Rate limits that protect the server from floods; it has its own limits too. Counted per process,
 * unless a shared counter is given.
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
