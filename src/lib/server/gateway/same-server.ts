import { isIP } from 'node:net';

/**
 * Whether a site named in a credentials file is this server. A key is never sent to a server it
 * wasn't created for. For the embedded service, all names of this machine are the same whatever the
 * port, which can have changed since the file was written.
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
