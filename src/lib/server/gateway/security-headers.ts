/** A year; subdomains are not ours to speak for. */
const httpsAlone = 'max-age=31536000';

/**
 * For every response, files included; `origin` is the address in the browser, where it is known.
 * Pages bring their own Content-Security-Policy (svelte.config.js). Source: https://owasp.org/www-project-secure-headers/
 */
export function securityHeaders(origin: string | undefined): Readonly<Record<string, string>> {
  return origin?.startsWith('https://')
    ? { ...common, 'strict-transport-security': httpsAlone }
    : common;
}

const common = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // Not `no-referrer`: some browsers then send `Origin: null` to ourselves.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
} as const;

/** What is no page may load and frame nothing. */
const dataPolicy =
  "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** For what is no page: all of them, and a policy. */
export function answerHeaders(
  all: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return { ...all, 'content-security-policy': dataPolicy };
}

/** Sets the headers above; a policy that is already there stays. */
export function setSecurityHeaders(headers: Headers, all: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(all)) headers.set(name, value);
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', dataPolicy);
}
