import { pipeline, Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { chooseEncoding, createCompressor } from '../../service/request/encodings';
import type { AccountJar } from '../account-jar';
import { sandboxPolicy } from '../file-gateway';
import { unknownPathFailure, wrongMethodFailure } from '../failure';
import type { GatewayRateLimits } from '../gateway-rate-limits';
import { isTooShortToCompress } from '../compressed-response';
import { fetchPicture, type FetchedPicture } from './fetch-picture';
import { createPictureAddresses, replacePictures } from './picture-addresses';

interface PictureCacheLimits {
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

/** Operations whose replies name pictures that pages show. */
const naming: ReadonlySet<string> = new Set([
  ...['registerQueue', 'getEvents', 'getOwnUser', 'getUser', 'getUserByEmail', 'getUsers'],
  ...['getCustomEmoji', 'getMessage', 'getMessages'],
]);

export interface ForeignPictures {
  /** Whether its replies need `rewrite`; they must then be requested uncompressed. */
  names(operation: string): boolean;
  /**
   * Replaces URLs of pictures on other servers with ones of this server. Compresses the reply if
   * the client accepts it.
   */
  rewrite(reply: Response, account: string, accepted: string): Response;
  /** Serves a picture below `picturesPath` to a page. Throws `GatewayFailure`. */
  answer(visit: PictureRequest): Promise<Response>;
  /** Fetches a picture that the server names publicly. */
  fetch(url: string): Promise<FetchedPicture | null>;
}

export interface PictureRequest {
  readonly request: Request;
  /** Path below `picturesPath`. */
  readonly path: string;
  readonly jar: AccountJar;
  readonly limits: GatewayRateLimits;
}

/**
 * Serves people's pictures and custom emoji that a server stores elsewhere (Gravatar, a bucket).
 * Pages can't load anything from there, and those servers must not see who reads.
 */
export function createForeignPictures(secret: string, serviceUrl: string): ForeignPictures {
  const addresses = createPictureAddresses(secret);
  const upstream = new URL(serviceUrl).hostname;
  const fetch = createPictureCache((url) => fetchPicture(url, { upstream }));
  return {
    fetch,
    names: (operation) => naming.has(operation),
    rewrite(reply, account, accepted) {
      if (!reply.body) return reply;
      const { status } = reply;
      const headers = new Headers(reply.headers);
      headers.delete('content-length');
      const source = Readable.fromWeb(reply.body as NodeStream<Uint8Array>);
      const changed = replacePictures((url) => addresses.addressOf(account, url));
      const encoding = isTooShortToCompress(reply) ? null : chooseEncoding(accepted);
      if (encoding) headers.set('content-encoding', encoding);
      const steps = encoding ? [source, changed, createCompressor(encoding)] : [source, changed];
      // If either end closes, the other is closed too; errors reach the reader through the body.
      const body = pipeline(steps, () => undefined) as unknown as Readable;
      return new Response(Readable.toWeb(body) as ReadableStream, { status, headers });
    },
    async answer({ request, path, jar, limits }) {
      if (request.method !== 'GET' && request.method !== 'HEAD')
        throw wrongMethodFailure(['GET', 'HEAD']);
      const named = addresses.read(path);
      const account = named && (await jar.find(named.account));
      if (!named || !account) throw unknownPathFailure();
      await limits.account(`pictures ${account.id}`);
      return toPictureResponse(await fetch(named.url));
    },
  };
}

/** 204 if there is no picture: browsers log every other status as an error of the page. */
export function toPictureResponse(picture: FetchedPicture | null): Response {
  if (picture === null) {
    return new Response(null, {
      status: 204,
      headers: { 'cache-control': 'private, max-age=300' },
    });
  }
  return new Response(picture.bytes, {
    headers: {
      'content-type': picture.type,
      'cache-control': 'private, max-age=86400',
      'content-security-policy': sandboxPolicy,
    },
  });
}
