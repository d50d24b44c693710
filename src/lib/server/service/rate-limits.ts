import type { ServiceClock } from './clock';
import type { DatabaseStore } from './db/store';
import { ServiceFailure } from './failure';
import { secondsUntil, type RateCounter } from './rate-counter';
import { addWindowCounts, removeWindowCount } from './shared-counts';

/** Requests per minute. `null` removes all limits (for measurements). */
export interface RateLimitOptions {
  readonly perUser: number;
  /** Per IP address, for calls without valid credentials. */
  readonly perAddress: number;
}

/** https://zulip.com/api/http-headers#rate-limiting-response-headers */
export const defaultRateLimits: RateLimitOptions = { perUser: 200, perAddress: 100 };

export type RateHeaders = Readonly<Record<string, string>>;

/** Limits requests per user and per IP address. */
export class RateLimits {
  constructor(
    private readonly counter: RateCounter,
    private readonly options: RateLimitOptions | null,
  ) {}

  /** Counts one request. Throws RATE_LIMIT_HIT, or returns the headers of the reply. */
  user(user_id: number): Promise<RateHeaders> {
    return this.#take(`user ${user_id}`, this.options?.perUser);
  }

  address(address: string): Promise<RateHeaders> {
    return this.#take(`address ${address}`, this.options?.perAddress);
  }

  async #take(key: string, points: number | undefined): Promise<RateHeaders> {
    if (points === undefined) return {};
    const taken = await this.counter.take(key, { points, seconds: 60 });
    const headers = {
      'x-ratelimit-limit': String(points),
      'x-ratelimit-remaining': String(taken.remaining),
      'x-ratelimit-reset': String(Math.ceil(taken.ends / 1000)),
    };
    if (!taken.isAllowed) throw limitReached(taken.wait, headers);
    return headers;
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

const maxFailures = 5;
const failuresCount = 1800 * 1000;

/**
 * Allows five failed password attempts in half an hour, across all processes and restarts. A
 * success resets the count.
 */
export class LoginLimit {
  constructor(
    private readonly store: Pick<DatabaseStore, 'db'>,
    private readonly clock: ServiceClock,
  ) {}

  /**
   * Runs an attempt to check a user's password, anywhere, outside any transaction. `account` is the
   * id of the user found, so that other spellings of a name don't get a new count, or the name if
   * there is none. False counts as failed. Throws RATE_LIMIT_HIT before the attempt.
   */
  async guard(account: number | string, attempt: () => Promise<boolean>): Promise<boolean> {
    const { store, clock } = this;
    const key =
      typeof account === 'number' ? `guess ${account}` : `guess of ${account.toLowerCase()}`;
    // Counted before the attempt, so that concurrent ones can't pass while the first is checked.
    const one = { key, count: 1, ends: clock.now() + failuresCount };
    const { count, ends } = (await addWindowCounts(store.db, [one], clock.now())).get(key)!;
    if (count > maxFailures) throw limitReached(secondsUntil(ends, clock));
    const succeeded = await attempt();
    if (succeeded) await removeWindowCount(store.db, key);
    return succeeded;
  }
}
