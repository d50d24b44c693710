import { isIP } from 'node:net';

/**
 * Whether a site, as a credentials file names it, is one of ours. A key is never shown to a server
 * that it was not made for. Names of this very machine are one to the embedded service, whatever
 * the port: it may have moved since the file was written.
 */
export function isSameServer(site: string, ours: readonly string[], embedded: boolean): boolean {
  const given = parse(site);
  if (!given) return false;
  return ours.some((own) => {
    const known = parse(own);
    if (!known) return false;
    if (known.host === given.host) return true;
    return embedded && isLoopback(known.hostname) && isLoopback(given.hostname);
  });
}

/** People write sites with and without `https://` and a trailing path. */
function parse(site: string): URL | null {
  const text = site.trim();
  const full = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  return text !== '' && URL.canParse(full) ? new URL(full) : null;
}

function isLoopback(hostname: string): boolean {
  const name = hostname.replace(/^\[(.*)\]$/, '$1');
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    (isIP(name) === 4 && name.startsWith('127.'))
  );
}
