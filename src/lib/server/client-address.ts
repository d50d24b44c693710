import { BlockList, isIP } from 'node:net';

/** Peers whose `X-Forwarded-For` is trusted: a number of proxies in a row, or these addresses. */
export type TrustedProxy = { readonly hops: number } | { readonly addresses: BlockList };

const maxProxyHops = 9;

/** Parses `1` to `9`, or comma-separated addresses and networks. Null for anything else. */
export function parseTrustedProxy(text: string): TrustedProxy | null {
  if (/^\d+$/.test(text)) {
    const hops = Number(text);
    return hops >= 1 && hops <= maxProxyHops ? { hops } : null;
  }
  const addresses = new BlockList();
  for (const part of text.split(',')) {
    const [address = '', bits, ...more] = part.trim().split('/');
    const version = isIP(address);
    if (version === 0 || more.length > 0) return null;
    const family = version === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) {
      addresses.addAddress(address, family);
    } else {
      if (!/^\d{1,3}$/.test(bits) || Number(bits) > (version === 6 ? 128 : 32)) return null;
      addresses.addSubnet(address, Number(bits), family);
    }
  }
  return { addresses };
}

/**
 * IP address of the client. Every proxy appends its client to `X-Forwarded-For`, so the list is
 * read from its end, skipping trusted proxies; anyone can invent what comes before. Without the
 * header, or at an entry that isn't an address, the last known address counts.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | undefined,
  trusted: TrustedProxy | undefined,
): string {
  let client = plain(peer) ?? peer;
  if (!trusted || !forwardedFor) return client;
  let hops = 0;
  for (const entry of forwardedFor.split(',').reverse()) {
    if (!isTrusted(client, hops++, trusted)) break;
    const before = plain(entry);
    if (before === null) break;
    client = before;
  }
  return client;
}

function isTrusted(address: string, position: number, trusted: TrustedProxy): boolean {
  if ('hops' in trusted) return position < trusted.hops;
  const version = isIP(address);
  return version !== 0 && trusted.addresses.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

/**
 * An entry without quotes, brackets, port, and the prefix IPv6 sockets put before IPv4 addresses.
 */
function plain(entry: string): string | null {
  const bare = entry.trim().replaceAll('"', '');
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(bare) ?? [];
  const [, withPort] = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(bare) ?? [];
  const address = (bracketed ?? withPort ?? bare).toLowerCase();
  const short = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/, '');
  return isIP(short) === 0 ? null : short;
}
