/** One year, without subdomains, which might not belong to Inkwell. */
const httpsAlone = 'max-age=31536000';

/**
 * Headers for every response, including files. `origin`: the one the browser uses, if known. Pages
 * have their own Content-Security-Policy (svelte.config.js). Source:
 * https://owasp.org/www-project-secure-headers/
 */
export function securityHeaders(origin: string | undefined): Readonly<Record<string, string>> {
  return origin?.startsWith('https://')
    ? { ...common, 'strict-transport-security': httpsAlone }
    : common;
}

const common = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // Not `no-referrer`: with that, some browsers send `Origin: null` to this server.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
} as const;

/** Responses other than pages can't load or frame anything. */
const dataPolicy =
  "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** For responses other than pages: all of these headers and a policy. */
export function answerHeaders(
  all: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return { ...all, 'content-security-policy': dataPolicy };
}

/** Sets the headers above, but keeps an existing policy. */
export function setSecurityHeaders(headers: Headers, all: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(all)) headers.set(name, value);
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', dataPolicy);
}
