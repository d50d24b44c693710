import { expect, it } from 'vitest';
import { securityHeaders } from './security-headers';

it('sends HSTS for a year if the browser uses HTTPS', () => {
  expect(securityHeaders('https://chat.example.org')['strict-transport-security']).toBe(
    'max-age=31536000',
  );
  for (const origin of ['http://chat.example.org', undefined]) {
    expect(securityHeaders(origin)).not.toHaveProperty('strict-transport-security');
  }
});
