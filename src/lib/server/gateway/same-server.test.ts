import { describe, expect, it } from 'vitest';
import { isSameServer } from './sign-in';

describe('isSameServer', () => {
  const remote = ['https://chat.example.org'];
  it.each([
    ['https://chat.example.org', true],
    ['https://chat.example.org/', true],
    ['chat.example.org', true],
    ['  HTTPS://Chat.Example.Org/path ', true],
    ['http://chat.example.org', true],
    ['https://chat.example.org:8443', false],
    ['https://chat.example.org.evil.example', false],
    ['https://chat.example.org@evil.example', false],
    ['http://localhost:3000', false],
    ['', false],
    ['https://', false],
    ['javascript:alert(1)', false],
  ])('%j is the remote server: %s', (site, expected) => {
    expect(isSameServer(site, remote, false)).toBe(expected);
  });

  it.each([
    ['http://localhost:3000', true],
    ['http://127.0.0.1:4321', true],
    ['http://[::1]:3000', true],
    ['http://192.168.1.4:3000', true],
    ['http://192.168.1.5:3000', false],
    ['https://chat.example.org', false],
    ['https://127.0.0.1.example.org', false],
  ])('%j is the embedded service: %s', (site, expected) => {
    const ours = ['http://127.0.0.1:3000', 'http://192.168.1.4:3000'];
    expect(isSameServer(site, ours, true)).toBe(expected);
  });
});
