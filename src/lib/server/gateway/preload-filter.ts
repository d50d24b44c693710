/** Bytes of a page's `Link` header: with its policy all headers stay below the 4 KiB that proxies take. */
export const maxPreloadHeaderBytes = 1536;

interface Part {
  readonly type: string;
  readonly path: string;
}

/**
 * Which parts one page announces in its header, asked in their order: its styles, of the faces the one
 * that nearly every page is set in, and its scripts as far as there is room; the rest is fetched when a
 * script asks for it.
 */
export function createPreloadFilter(): (part: Part) => boolean {
  let room = maxPreloadHeaderBytes;
  return ({ type, path }) => {
    if (type !== 'js' && type !== 'css' && !path.includes('/inter-latin-wght-normal.'))
      return false;
    const length = path.length + around[type === 'js' ? 'script' : 'other'];
    if (type === 'js' && length > room) return false;
    room -= length;
    return true;
  };
}

/** As kit writes it: `<…>; rel="modulepreload"; nopush, `, and for a face the longest. */
const around = { script: 33, other: 62 };
