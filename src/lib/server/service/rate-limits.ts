import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Clock } from './clock';
import { ServiceFailure } from './failure';

/** Requests per minute; `null` lifts all limits (for measuring). */
export interface RateLimitOptions {
  readonly perUser: number;
  /** Of one address, for calls without valid credentials. */
  readonly perAddress: number;
}

/** https://zulip.com/api/http-headers#rate-limiting-response-headers */
export const defaultRateLimits: RateLimitOptions = { perUser: 200, perAddress: 100 };

export type RateHeaders = Readonly<Record<string, string>>;

/** Counts per process; with several processes each grants the limit. */
export class RateLimits {
  readonly #user: RateLimiterMemory | null;
  readonly #address: RateLimiterMemory | null;

  constructor(
    private readonly clock: Clock,
    options: RateLimitOptions | null,
  ) {
    this.#user = options && new RateLimiterMemory({ points: options.perUser, duration: 60 });
    this.#address = options && new RateLimiterMemory({ points: options.perAddress, duration: 60 });
  }

  /** Counts one request. Throws RATE_LIMIT_HIT; otherwise the headers of the reply. */
  user(user_id: number): Promise<RateHeaders> {
    return this.#take(this.#user, user_id);
  }

  address(address: string): Promise<RateHeaders> {
    return this.#take(this.#address, address);
  }

  async #take(limiter: RateLimiterMemory | null, key: string | number): Promise<RateHeaders> {
    if (!limiter) return {};
    try {
      return this.#headers(limiter, await limiter.consume(key));
    } catch (rejection) {
      throw limitHit(
        rejection as RateLimiterRes,
        this.#headers(limiter, rejection as RateLimiterRes),
      );
    }
  }

  #headers(limiter: RateLimiterMemory, { remainingPoints, msBeforeNext }: RateLimiterRes) {
    return {
      'x-ratelimit-limit': String(limiter.points),
      'x-ratelimit-remaining': String(remainingPoints),
      'x-ratelimit-reset': String(Math.ceil((this.clock.now() + msBeforeNext) / 1000)),
    };
  }
}

/** 429, with the seconds to wait in body and headers. */
export function limitReached(seconds: number, headers: RateHeaders = {}): ServiceFailure {
  return new ServiceFailure(
    'RATE_LIMIT_HIT',
    `API usage exceeded rate limit, try again in ${seconds} secs`,
    429,
    { 'retry-after': seconds },
    { ...headers, 'retry-after': String(seconds) },
  );
}

function limitHit({ msBeforeNext }: RateLimiterRes, headers: RateHeaders = {}): ServiceFailure {
  return limitReached(Math.max(msBeforeNext, 1) / 1000, headers);
}

/** Five failed tries of one password in half an hour; a success forgets them. */
export class LoginLimit {
  readonly #failures = new RateLimiterMemory({ points: 5, duration: 1800 });

  /**
   * Runs one try at somebody's password, wherever it is asked for: `account` is the id of whoever was
   * found, so that no spelling of a name makes a fresh count, or the name where there is nobody. False
   * counts as failed. Throws RATE_LIMIT_HIT before trying.
   */
  async guard(account: number | string, attempt: () => Promise<boolean>): Promise<boolean> {
    const key = typeof account === 'number' ? account : account.toLowerCase();
    try {
      // Taken before the try, or many at once would slip through while the first is checked.
      await this.#failures.consume(key);
    } catch (rejection) {
      throw limitHit(rejection as RateLimiterRes);
    }
    const succeeded = await attempt();
    if (succeeded) await this.#failures.delete(key);
    return succeeded;
  }
}
