import { createHash, timingSafeEqual } from 'node:crypto';
import type { ServerConfig } from './config';
import { isOwnHost } from './gateway/origin';

/** Headers in which a reverse proxy names its client. */
const forwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/**
 * Whether the client can read `/metrics`. With a token, it must send it. Without one, only this
 * machine can, but neither clients of a proxy on it nor pages whose host name was made to resolve
 * to it. `address` is the peer's.
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

/** The same length for any input, as the comparison requires. */
function digest(value: string): Buffer {
  return createHash('sha256').update(value).digest();
}
