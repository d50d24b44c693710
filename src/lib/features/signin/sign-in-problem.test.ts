import { describe, expect, it } from 'vitest';
import { ApiError, NetworkFailure } from '../../api/errors';
import { signInProblemOf, serverProblemText } from './sign-in-problem';

const failure = (code: string, fields = {}, message = 'server says') =>
  new ApiError('POST /session', 400, code, message, fields);
const server = 'chat.example.org';

describe('signInProblemOf', () => {
  it('names the field that can be corrected', () => {
    expect(signInProblemOf(failure('AUTHENTICATION_FAILED'), 'password', server).at).toBe('secret');
    expect(signInProblemOf(failure('USER_DEACTIVATED'), 'key', server).at).toBe('email');
    expect(signInProblemOf(failure('RATE_LIMIT_HIT'), 'key', server).at).toBe('form');
    expect(signInProblemOf(new NetworkFailure('x', 'unreachable'), 'key', server).at).toBe('form');
  });

  it('names both servers if a file is for another one', () => {
    const fields = { site: 'https://other.example/', realm_url: 'https://chat.example.org' };
    const { text } = signInProblemOf(failure('SITE_MISMATCH', fields), 'key', server);
    expect(text).toContain('other.example');
    expect(text).toContain('chat.example.org');
  });

  it('shows the server’s message when it refuses', () => {
    expect(signInProblemOf(failure('BAD_REQUEST'), 'password', server).text).toBe('server says');
  });
});

describe('serverProblemText', () => {
  it.each([
    ['UPSTREAM_UNREACHABLE', {}],
    ['UPSTREAM_TIMEOUT', {}],
    ['UPSTREAM_NOT_API', {}],
    ['UPSTREAM_FAULT', {}],
    ['UPSTREAM_REDIRECT', { location: 'https://new.example.org' }],
    ['UPSTREAM_REDIRECT', { location: null }],
    [
      'SERVER_TOO_OLD',
      { zulip_version: '8.0', zulip_feature_level: 200, oldest_feature_level: 247 },
    ],
    ['NO_ORGANIZATION', {}],
  ])('names the server in %s', (code, fields) => {
    expect(serverProblemText(failure(code, fields), server)).toContain(server);
  });

  it('includes the version that is too old', () => {
    const fields = { zulip_version: '8.0', zulip_feature_level: 200, oldest_feature_level: 247 };
    const text = serverProblemText(failure('SERVER_TOO_OLD', fields), server);
    expect(text).toMatch(/8\.0.*200.*247/);
  });
});
