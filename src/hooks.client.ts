/**
 * SvelteKit decodes the hash at startup and throws if it is malformed, for example `50%.20off` in a
 * link written by a bot. So malformed escapes are encoded first.
 */
try {
  decodeURIComponent(location.hash);
} catch {
  const { pathname, search, hash } = location;
  const spelled = hash.replace(/%(?![\dA-F]{2})/gi, '%25');
  history.replaceState(history.state, '', pathname + search + readable(spelled));
}

/**
 * If the escaped bytes aren't valid text, escapes every `%`, so that the hash is taken literally.
 */
function readable(hash: string): string {
  try {
    decodeURIComponent(hash);
    return hash;
  } catch {
    return hash.replaceAll('%', '%25');
  }
}
