import { expect, it } from 'vitest';
import { securityHeaders } from './security-headers';

it('asks for https for a year where the address in the browser is https', () => {
  expect(securityHeaders('https://chat.example.org')['strict-transport-security']).toBe(
    'max-age=31536000',
  );
  for (const origin of ['http://chat.example.org', undefined]) {
    expect(securityHeaders(origin)).not.toHaveProperty('strict-transport-security');
  }
});
