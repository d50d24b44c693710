/**
 * SvelteKit reads the hash as URI spelling when it starts, and throws at one that is none: `50%.20off` in a
 * link that a bot wrote. What is wrong in it is spelled out before.
 */
try {
  decodeURIComponent(location.hash);
} catch {
  const { pathname, search, hash } = location;
  const spelled = hash.replace(/%(?![\dA-F]{2})/gi, '%25');
  history.replaceState(history.state, '', pathname + search + readable(spelled));
}

/** Bytes that are no text are left to whoever reads the link, each sign as itself. */
function readable(hash: string): string {
  try {
    decodeURIComponent(hash);
    return hash;
  } catch {
    return hash.replaceAll('%', '%25');
  }
}
