import { describe, expect, it } from 'vitest';
import { redirectAfterSignIn, signInHref } from './sign-in-href';

const after = (to: string) => redirectAfterSignIn(new URLSearchParams({ to }));

describe('the sign-in URL', () => {
  it.each([
    '/conversation?channel=1&topic=caf%C3%A9+%26+tea',
    '/organization/invitations',
    '/#narrow/channel/5-logo/topic/a.20b',
    '/search?q=%2F%2Fexample.com',
    '/channels/5?next=https://example.com/#x',
  ])('leads on to %s', (place) => {
    expect(redirectAfterSignIn(new URL(signInHref(place), 'http://a').searchParams)).toBe(place);
  });

  it('has no query if no page was requested', () => {
    expect(signInHref('/')).toBe('/login');
    expect(redirectAfterSignIn(new URLSearchParams())).toBe('/');
  });

  it.each([
    '',
    'inbox',
    'https://example.com/inbox',
    'javascript:alert(1)',
    'data:text/html,x',
    '//example.com',
    String.raw`/\example.com`,
    '///example.com',
    String.raw`\\example.com`,
    '/\t/example.com',
    '/\n/example.com',
    ' //example.com',
    '/a\r\nb',
    '/\0/example.com',
    '/.//example.com',
    '/a/..//example.com',
    String.raw`/.\/example.com`,
    '/%2e//example.com',
    '/login',
    '/login?to=/inbox',
    '/login/',
    '/login#x',
    '/./login',
    '/inbox/../login',
    '/%6Cogin',
  ])('leads to the home page instead of %j', (place) => {
    expect(after(place)).toBe('/');
    expect(signInHref(place)).toBe('/login');
  });
});
