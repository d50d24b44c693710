import { isIP } from 'node:net';
import { GatewayFailure } from './failure';

/**
 * Pages can only send this header to their own origin; for another one the browser would need
 * permission from that server first.
 */
export const pageHeader = 'x-inkwell';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Only allows requests sent by the app's own pages. `ownOrigin`: as configured. Without it, the
 * request's own Host decides, which must then be an IP address or localhost: otherwise a foreign
 * name that resolves to this machine (DNS rebinding) would count as own. Throws `CSRF_FAILED`.
 * Source: https://owasp.org/www-community/attacks/csrf (fetch metadata, then origin, then header).
 */
export function checkOrigin(request: Request, ownOrigin: string | undefined): void {
  const reason = objection(request, ownOrigin);
  if (reason) throw new GatewayFailure(403, 'CSRF_FAILED', 'The request was refused.', { reason });
}

function objection({ method, headers }: Request, ownOrigin: string | undefined): string | null {
  const safe = safeMethods.has(method);
  const site = headers.get('sec-fetch-site');
  // `none`: the user entered the URL.
  if (site !== null && site !== 'same-origin' && !(site === 'none' && safe)) return 'foreign site';

  const host = headers.get('host');
  if (ownOrigin === undefined && !isLocalHost(host)) return 'unknown host';
  const origin = headers.get('origin');
  if (origin !== null && !isOwn(origin, ownOrigin, host)) return 'foreign origin';

  if (!safe && headers.get(pageHeader) === null) return 'header missing';
  return null;
}

function isOwn(origin: string, ownOrigin: string | undefined, host: string | null): boolean {
  if (ownOrigin !== undefined) return origin === ownOrigin;
  return origin === `http://${host}` || origin === `https://${host}`;
}

/**
 * Whether a request names this server, not a foreign name that resolves to it: an IP address,
 * localhost, or the configured origin's host.
 */
export function isOwnHost(host: string | null, ownOrigin: string | undefined): boolean {
  return isLocalHost(host) || (ownOrigin !== undefined && host === new URL(ownOrigin).host);
}

function isLocalHost(host: string | null): boolean {
  const name = host?.replace(/:\d+$/, '') ?? '';
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0
  );
}
