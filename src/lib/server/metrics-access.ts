import { createHash, timingSafeEqual } from 'node:crypto';
import type { ServerConfig } from './config';
import { isOwnHost } from './gateway/origin';

/** Headers by which a reverse proxy says for whom it asks. */
const forwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/**
 * Who may read `/metrics`: with a token whoever brings it; without one only this machine itself, and
 * neither somebody for whom a proxy on it asks nor a page whose name was made to resolve to it.
 * `address` is the peer's.
 */
export function canReadMetrics(
  { headers, address }: { readonly headers: Headers; readonly address: string },
  { metricsToken, origin }: Pick<ServerConfig, 'metricsToken' | 'origin'>,
): boolean {
  if (metricsToken === undefined) {
    const isDirect = !forwarded.some((name) => headers.has(name));
    return isLoopback(address) && isDirect && isOwnHost(headers.get('host'), origin);
  }
  const [, given] = /^Bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  return given !== undefined && timingSafeEqual(digest(given), digest(metricsToken));
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address);
}

/** Equally long whatever was given, as the comparison needs. */
function digest(value: string): Buffer {
  return createHash('sha256').update(value).digest();
}
