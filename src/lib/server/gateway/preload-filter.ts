/**
 * Maximum bytes of a page's `Link` header. Together with its policy, all headers stay below the 4
 * KiB that proxies accept.
 */
export const maxPreloadHeaderBytes = 1536;

interface Part {
  readonly type: string;
  readonly path: string;
}

/**
 * Decides which files a page's header preloads, called in their order: its styles, the font that
 * nearly every page uses, and as many scripts as fit. The rest loads when a script imports it.
 */
export function createPreloadFilter(): (part: Part) => boolean {
  let bytesLeft = maxPreloadHeaderBytes;
  return ({ type, path }) => {
    if (type !== 'js' && type !== 'css' && !path.includes('/inter-latin-wght-normal.'))
      return false;
    const length = path.length + around[type === 'js' ? 'script' : 'other'];
    if (type === 'js' && length > bytesLeft) return false;
    bytesLeft -= length;
    return true;
  };
}

/**
 * Length of what SvelteKit writes around a path, for example `<…>; rel="modulepreload"; nopush, `;
 * `other` is the longest, for a font.
 */
const around = { script: 33, other: 62 };
