import { describe, expect, it } from 'vitest';
import { checkOrigin } from './origin';

const own = 'https://chat.example.org';
const page = { 'x-inkwell': '1' };
type Row = [reason: string | null, method: string, headers: Record<string, string>];

function reasonOf(method: string, headers: Record<string, string>, origin: string | undefined) {
  try {
    checkOrigin(new Request('http://any/json/drafts', { method, headers }), origin);
    return null;
  } catch (error) {
    expect(error).toMatchObject({ status: 403, code: 'CSRF_FAILED' });
    return (error as { fields: { reason: string } }).fields.reason;
  }
}

describe('checkOrigin', () => {
  it.each<Row>([
    [null, 'GET', {}],
    [null, 'GET', { 'sec-fetch-site': 'same-origin' }],
    [null, 'GET', { 'sec-fetch-site': 'none' }],
    ['foreign site', 'GET', { 'sec-fetch-site': 'cross-site' }],
    ['foreign site', 'GET', { 'sec-fetch-site': 'same-site' }],
    ['foreign origin', 'GET', { origin: 'https://evil.example' }],
    [null, 'POST', { ...page, 'sec-fetch-site': 'same-origin', origin: own }],
    [null, 'POST', { ...page, origin: own }],
    [null, 'DELETE', page],
    ['header missing', 'POST', { 'sec-fetch-site': 'same-origin', origin: own }],
    ['header missing', 'PATCH', { origin: own }],
    ['header missing', 'DELETE', {}],
    ['foreign site', 'POST', { ...page, 'sec-fetch-site': 'none' }],
    ['foreign site', 'POST', { ...page, 'sec-fetch-site': 'cross-site', origin: own }],
    ['foreign site', 'POST', { ...page, 'sec-fetch-site': 'same-site', origin: own }],
    ['foreign origin', 'POST', { ...page, origin: 'http://chat.example.org' }],
    ['foreign origin', 'POST', { ...page, origin: 'https://chat.example.org:8443' }],
    ['foreign origin', 'POST', { ...page, origin: 'null' }],
    ['foreign origin', 'PUT', { ...page, 'sec-fetch-site': 'same-origin', origin: 'https://x.y' }],
  ])('says %s to %s with %j under a configured origin', (reason, method, headers) => {
    expect(reasonOf(method, { host: 'inner:3000', ...headers }, own)).toBe(reason);
  });

  it.each<Row>([
    [null, 'POST', { ...page, host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' }],
    [null, 'POST', { ...page, host: 'localhost:3000', origin: 'http://localhost:3000' }],
    [null, 'POST', { ...page, host: '[::1]:3000', origin: 'http://[::1]:3000' }],
    [null, 'GET', { host: '192.168.1.4' }],
    ['foreign origin', 'POST', { ...page, host: '127.0.0.1:3000', origin: 'http://127.0.0.1:4' }],
    ['foreign origin', 'POST', { ...page, host: 'localhost', origin: 'http://127.0.0.1' }],
    ['unknown host', 'POST', { ...page, host: 'evil.example', origin: 'http://evil.example' }],
    ['unknown host', 'GET', { host: '127.0.0.1.evil.example' }],
    ['unknown host', 'GET', {}],
  ])('says %s to %s with %j without one', (reason, method, headers) => {
    expect(reasonOf(method, headers, undefined)).toBe(reason);
  });
});
