import { createHash, timingSafeEqual } from 'node:crypto';

/** Headers by which a reverse proxy says for whom it asks. */
const forwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/**
 * Who may read `/metrics`: with a token whoever brings it; without one only this machine itself, and
 * not somebody for whom a proxy on this machine asks. `address` is the peer's.
 */
export function mayReadMetrics(
  headers: Headers,
  address: string,
  token: string | undefined,
): boolean {
  if (token === undefined) {
    return isLoopback(address) && !forwarded.some((name) => headers.has(name));
  }
  const [, given] = /^Bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  return given !== undefined && timingSafeEqual(digest(given), digest(token));
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address);
}

/** Equally long whatever was given, as the comparison needs. */
function digest(value: string): Buffer {
  return createHash('sha256').update(value).digest();
}
