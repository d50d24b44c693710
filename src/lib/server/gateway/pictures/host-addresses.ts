import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

export interface CheckedAddress {
  readonly address: string;
  readonly family: number;
}

/** Returns all addresses of a host. */
export type HostResolver = (hostname: string) => Promise<readonly CheckedAddress[]>;

export const resolveHost: HostResolver = (hostname) => lookup(hostname, { all: true });

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
export async function findConnectableAddress(
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
