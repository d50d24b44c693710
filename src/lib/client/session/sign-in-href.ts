/** Only what an address is resolved against: it is no place. */
const here = 'http://here';

/**
 * A path of this app with its query and fragment, whatever an address was made to say: browsers read
 * `/\x` and `/<tab>/x` as another host. Null for all else, and for the page of signing in.
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

/** Where one signs in, and comes to the place then that was asked for: where one is, unless told. */
export function signInHref(text = location.pathname + location.search + location.hash): string {
  const place = safePath(text);
  return place === null || place === '/'
    ? '/login'
    : `/login?${new URLSearchParams({ to: place })}`;
}

/** Where one wanted to go before one had to sign in. */
export function redirectAfterSignIn(params: URLSearchParams): string {
  return safePath(params.get('to') ?? '') ?? '/';
}
