import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { type LookupFunction, BlockList, isIP } from 'node:net';
import { lookup } from 'node:dns/promises';

interface CheckedAddress {
  readonly address: string;
  readonly family: number;
}

export type HostResolver = (hostname: string) => Promise<readonly CheckedAddress[]>;

const resolveHost: HostResolver = (hostname) => lookup(hostname, { all: true });

/**
 * Networks that aren't the public internet: this machine, the local network, link-local (where
 * clouds expose their secrets), documentation, multicast, and formats that embed an IPv4 address.
 * Source: IANA IPv4 and IPv6 Special-Purpose Address Registries.
 */
const special = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  special.addSubnet(net, bits, 'ipv4');
}
/** The globally assigned part of IPv6. */
const open = new BlockList();
open.addSubnet('2000::', 3, 'ipv6');
for (const [net, bits] of [
  // Teredo, ORCHID and other protocols; documentation; 6to4; documentation again.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  special.addSubnet(net, bits, 'ipv6');
}

/** Whether this address leads to the same host from anywhere on the internet. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !special.check(address, 'ipv4');
  return open.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

/**
 * An address of the host that the gateway can connect to: a public one, or one of the messaging
 * server. Null if there is none.
 */
async function findConnectableAddress(
  hostname: string,
  upstream: string,
  resolve: HostResolver,
): Promise<CheckedAddress | null> {
  const found = await addressesOf(hostname, resolve);
  const free = found.find(({ address }) => isPublicAddress(address));
  if (free || found.length === 0) return free ?? null;
  const own = new Set((await addressesOf(upstream, resolve)).map(({ address }) => address));
  return found.find(({ address }) => own.has(address)) ?? null;
}

async function addressesOf(
  hostname: string,
  resolve: HostResolver,
): Promise<readonly CheckedAddress[]> {
  const name = hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(name);
  return family === 0 ? resolve(name) : [{ address: name, family }];
}

export interface FetchedPicture {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface PictureFetchOptions {
  /** Host name of the messaging server, whose own addresses can be private. */
  readonly upstream: string;
  readonly resolve?: HostResolver;
  /** Total time, including redirects. */
  readonly milliseconds?: number;
}

const usualMilliseconds = 10_000;
const maxBytes = 1024 * 1024;
const maxRedirects = 3;
const svg = 'image/svg+xml';

/**
 * Fetches a picture from another server. Null if it is not a picture, too large, too slow, or at an
 * address that isn't public. Sends nothing that identifies the user. Connects to exactly the
 * address that was checked, and checks every redirect again.
 */
export async function fetchPicture(
  url: string,
  options: PictureFetchOptions,
): Promise<FetchedPicture | null> {
  const signal = AbortSignal.timeout(options.milliseconds ?? usualMilliseconds);
  try {
    let next = new URL(url);
    for (let hop = 0; hop <= maxRedirects; hop++) {
      const address = isWeb(next)
        ? await findConnectableAddress(
            next.hostname,
            options.upstream,
            options.resolve ?? resolveHost,
          )
        : null;
      if (address === null) return null;
      const reply = await requestPicture(next, address, signal);
      const { statusCode = 0, headers } = reply;
      if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
        reply.destroy();
        next = new URL(headers.location, next);
        continue;
      }
      if (statusCode !== 200) return (reply.destroy(), null);
      const bytes = await readBytes(reply, signal);
      const type = bytes && (pictureType(bytes) ?? drawingType(next, options.upstream, headers));
      return bytes && type ? { type, bytes } : null;
    }
    return null;
  } catch {
    return null;
  }
}

function isWeb({ protocol, username, password }: URL): boolean {
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

function requestPicture(
  url: URL,
  address: CheckedAddress,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const pinned: LookupFunction = (_hostname, { all }, done) => {
    if (all) done(null, [address]);
    else done(null, address.address, address.family);
  };
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const headers = { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'Inkwell/1' };
    // No connection reuse: one from another check must not be used here.
    const request = send(url, { agent: false, headers, lookup: pinned, signal });
    request.on('response', resolve).on('error', reject).end();
  });
}

/**
 * The server's own logo can be an SVG, which can contain scripts. SVGs are accepted from no other
 * server, and the response's policy keeps them from running (`foreign-pictures.ts`).
 */
function drawingType(
  { hostname }: URL,
  upstream: string,
  headers: IncomingHttpHeaders,
): string | null {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  return hostname === upstream && type === svg ? svg : null;
}

async function readBytes(
  reply: IncomingMessage,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  const stop = () => reply.destroy(new Error('too late'));
  signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const chunk of reply as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) return null;
      chunks.push(chunk);
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/**
 * Bitmap type by the first bytes, whatever the server reports. No SVG, because it can contain
 * scripts. Source: WHATWG MIME Sniffing, "Matching an image type pattern".
 */
export function pictureType(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(head)) return 'image/gif';
  if (/^RIFF[\s\S]{4}WEBP/.test(head)) return 'image/webp';
  if (/^[\s\S]{4}ftypavi[fs]/.test(head)) return 'image/avif';
  return null;
}
