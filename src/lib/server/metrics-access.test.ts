import { describe, expect, it } from 'vitest';
import { canReadMetrics } from './metrics-access';

const expected = 'a-token-of-the-operator';
const host = '127.0.0.1:3000';
const reads = (address: string, headers: Record<string, string> = {}, metricsToken?: string) =>
  canReadMetrics(
    { headers: new Headers({ host, ...headers }), address },
    { metricsToken, origin: 'https://chat.example.org' },
  );

describe('/metrics', () => {
  it.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])('is open to %s', (address) => {
    expect(reads(address)).toBe(true);
  });

  it.each(['192.0.2.7', '10.0.0.1', '2001:db8::1', '::ffff:192.0.2.7', '1127.0.0.1', ''])(
    'is closed to %j',
    (address) => {
      expect(reads(address)).toBe(false);
    },
  );

  it('is closed to clients of a proxy on this machine', () => {
    for (const name of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'Via']) {
      expect(reads('127.0.0.1', { [name]: '127.0.0.1' }), name).toBe(false);
    }
  });

  it('is closed to pages whose foreign host name resolves to this machine, and open under its own', () => {
    expect(reads('127.0.0.1', { host: 'evil.example:3000' })).toBe(false);
    expect(reads('127.0.0.1', { host: 'chat.example.org' })).toBe(true);
  });

  it('with a token is open to everyone who sends it, and to no one else', () => {
    const authorization = `Bearer ${expected}`;
    expect(reads('192.0.2.7', { authorization }, expected)).toBe(true);
    expect(reads('192.0.2.7', { authorization: `${authorization}x` }, expected)).toBe(false);
    expect(reads('127.0.0.1', {}, expected)).toBe(false);
    expect(reads('127.0.0.1', { authorization: `Basic ${expected}` }, expected)).toBe(false);
  });
});
