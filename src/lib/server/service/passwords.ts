import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { limitReached } from './rate-limits';

/** Limits how many tasks run and how many wait. Throws `full()` for more. */
export class Semaphore {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(
    private readonly limits: { readonly running: number; readonly waiting: number },
    private readonly full: () => Error,
  ) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.limits.running) {
      if (this.#waiting.length >= this.limits.waiting) throw this.full();
      // A finished task hands its slot directly to a waiting one, so that no other can take it.
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running++;
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}

/**
 * 16 MiB and about 50 ms per attempt. The parameters are part of each hash, so they can be raised
 * later.
 */
const cost = { N: 2 ** 14, r: 8, p: 1 };
const keyLength = 32;

/**
 * File and DNS operations use the same four threads, so hashing takes at most two, and leaves a
 * core for responses. If the wait exceeds a few seconds, the client should retry.
 */
const running = Math.min(2, Math.max(1, availableParallelism() - 1));
const semaphore = new Semaphore({ running, waiting: 100 }, () => limitReached(1));

export const passwordLength = { min: 6, max: 100 };

/** In the form `scrypt$N$r$p$salt$key`, in base64. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost, keyLength);
  const { N, r, p } = cost;
  return ['scrypt', N, r, p, salt.toString('base64'), key.toString('base64')].join('$');
}

/**
 * Also false for a null hash, after the same time, so that the time doesn't reveal who has an
 * account.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [, N, r, p, salt, key] = (hash ?? decoy).split('$');
  const expected = Buffer.from(key ?? '', 'base64');
  const actual = await derive(
    password,
    Buffer.from(salt ?? '', 'base64'),
    { N: Number(N), r: Number(r), p: Number(p) },
    expected.length,
  );
  return timingSafeEqual(actual, expected) && hash !== null;
}

const decoy = ['scrypt', cost.N, cost.r, cost.p, 'A'.repeat(22) + '==', 'A'.repeat(43) + '='].join(
  '$',
);

function derive(
  password: string,
  salt: Buffer,
  parameters: typeof cost,
  length: number,
): Promise<Buffer> {
  const work = () =>
    new Promise<Buffer>((resolve, reject) => {
      scrypt(password.normalize('NFKC'), salt, length, parameters, (error, key) => {
        if (error) reject(error);
        else resolve(key);
      });
    });
  return semaphore.run(work);
}
