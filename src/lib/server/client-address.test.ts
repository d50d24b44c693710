import { describe, expect, it } from 'vitest';
import { clientAddress, parseTrustedProxy } from './client-address';

describe('parseTrustedProxy', () => {
  it.each(['1', '9', '127.0.0.1', '::1', '10.0.0.0/8, fd00::/8', ' 192.0.2.1 ,10.1.2.3'])(
    'accepts %j',
    (text) => expect(parseTrustedProxy(text)).not.toBeNull(),
  );

  it.each([
    '0',
    '10',
    '-1',
    '1.5',
    'yes',
    'proxy.example',
    '10.0.0.0/33',
    '::/129',
    '10.0.0/8',
    ',',
  ])('refuses %j', (text) => expect(parseTrustedProxy(text)).toBeNull());
});

describe('clientAddress', () => {
  it.each([
    ['nobody is trusted', undefined, '10.0.0.1', '192.0.2.7', '10.0.0.1'],
    ['the peer is not trusted', '10.0.0.0/8', '203.0.113.9', '192.0.2.7', '203.0.113.9'],
    ['there is no header', '10.0.0.0/8', '10.0.0.1', undefined, '10.0.0.1'],
    ['the header is empty', '1', '10.0.0.1', '', '10.0.0.1'],
    ['a proxy is trusted', '10.0.0.0/8', '10.0.0.1', '192.0.2.7', '192.0.2.7'],
    ['two are', '10.0.0.0/8', '10.0.0.1', '192.0.2.7, 10.9.9.9', '192.0.2.7'],
    ['the client makes up who asks', '10.0.0.0/8', '10.0.0.1', '1.1.1.1, 192.0.2.7', '192.0.2.7'],
    ['the client says to be a proxy', '10.0.0.0/8', '10.0.0.1', '10.5.5.5, 192.0.2.7', '192.0.2.7'],
    ['all are trusted', '10.0.0.0/8', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['one hop is', '1', '10.0.0.1', '1.1.1.1, 192.0.2.7', '192.0.2.7'],
    ['two hops are', '2', '10.0.0.1', '1.1.1.1, 192.0.2.7, 10.0.0.2', '192.0.2.7'],
    ['more hops are than there were', '3', '10.0.0.1', '192.0.2.7', '192.0.2.7'],
    ['an entry is no address', '2', '10.0.0.1', 'unknown, 192.0.2.7', '192.0.2.7'],
    ['nothing is an address', '1', '10.0.0.1', "'; drop table", '10.0.0.1'],
    ['an entry has a port', '1', '10.0.0.1', '192.0.2.7:4711', '192.0.2.7'],
    ['an entry is IPv6 with a port', '1', '10.0.0.1', '"[2001:DB8::7]:4711"', '2001:db8::7'],
    ['the socket is IPv6', '10.0.0.0/8', '::ffff:10.0.0.1', '192.0.2.7', '192.0.2.7'],
    ['the proxy has IPv6', 'fd00::/8', 'fd00::1', '192.0.2.7', '192.0.2.7'],
    ['the peer has gone', '1', '', undefined, ''],
  ])('when %s', (_case, trusted, peer, header, expected) => {
    const parsed = trusted === undefined ? undefined : parseTrustedProxy(trusted)!;
    expect(clientAddress(peer, header, parsed)).toBe(expected);
  });
});
