import type { FetchedPicture } from './fetch-picture';

export interface PictureCacheLimits {
  readonly bytes: number;
  readonly entries: number;
  /** Number of simultaneous fetches; the others wait. */
  readonly atOnce: number;
  /** Number of waiting fetches; further pictures are not fetched. */
  readonly waiting: number;
}

const usual: PictureCacheLimits = {
  bytes: 16 * 1024 * 1024,
  entries: 2000,
  atOnce: 6,
  waiting: 500,
};

const keptMilliseconds = 3_600_000;
/** Missing pictures are retried sooner, but not for every row that is rendered. */
const missingMilliseconds = 300_000;

interface Entry {
  readonly picture: FetchedPicture | null;
  readonly until: number;
}

/**
 * Recently used pictures of this process, by URL. Requests for a picture that is being fetched
 * share that fetch.
 */
export function createPictureCache(
  fetchPicture: (url: string) => Promise<FetchedPicture | null>,
  { limits = usual, now = Date.now }: { limits?: PictureCacheLimits; now?: () => number } = {},
): (url: string) => Promise<FetchedPicture | null> {
  const kept = new Map<string, Entry>();
  const running = new Map<string, Promise<FetchedPicture | null>>();
  const waiting: (() => void)[] = [];
  let bytes = 0;
  let busy = 0;

  function drop(url: string, { picture }: Entry): void {
    kept.delete(url);
    bytes -= picture?.bytes.byteLength ?? 0;
  }

  function keep(url: string, picture: FetchedPicture | null): void {
    const until = now() + (picture ? keptMilliseconds : missingMilliseconds);
    kept.set(url, { picture, until });
    bytes += picture?.bytes.byteLength ?? 0;
    for (const [oldest, entry] of kept) {
      if (bytes <= limits.bytes && kept.size <= limits.entries) return;
      drop(oldest, entry);
    }
  }

  async function fetchInTurn(url: string): Promise<FetchedPicture | null> {
    if (busy >= limits.atOnce) await new Promise<void>((go) => waiting.push(go));
    else busy += 1;
    try {
      const picture = await fetchPicture(url);
      keep(url, picture);
      return picture;
    } finally {
      running.delete(url);
      const next = waiting.shift();
      if (next) next();
      else busy -= 1;
    }
  }

  return async (url) => {
    const entry = kept.get(url);
    if (entry) {
      drop(url, entry);
      if (entry.until > now()) {
        kept.set(url, entry);
        bytes += entry.picture?.bytes.byteLength ?? 0;
        return entry.picture;
      }
    }
    const begun = running.get(url);
    if (begun) return begun;
    if (waiting.length >= limits.waiting) return null;
    const fetching = fetchInTurn(url);
    running.set(url, fetching);
    return fetching;
  };
}
