/** Base for resolving URLs, never used as a destination. */
const here = 'http://here';

/**
 * A path of this app with its query and fragment, safe against crafted URLs: browsers read `/\x`
 * and `/<tab>/x` as another host. Null for anything else, and for the sign-in page.
 */
function safePath(text: string): string | null {
  const isPlain = [...text].every((one) => one >= ' ' && one !== '\u007F');
  if (!isPlain || !/^\/(?![/\\])/.test(text)) return null;
  const { pathname, search, hash } = new URL(text, here);
  if (pathname.startsWith('//') || /^\/login(?:\/|$)/.test(readable(pathname))) return null;
  return pathname + search + hash;
}

function readable(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/** URL of the sign-in page, which then leads to the given page, by default the current one. */
export function signInHref(text = location.pathname + location.search + location.hash): string {
  const place = safePath(text);
  return place === null || place === '/'
    ? '/login'
    : `/login?${new URLSearchParams({ to: place })}`;
}

export function redirectAfterSignIn(params: URLSearchParams): string {
  return safePath(params.get('to') ?? '') ?? '/';
}
