import { describe, expect, it } from 'vitest';
import { ApiError, MalformedReply, NetworkFailure, ServerFault } from '../../api/errors';
import { errorTable, explainError } from './error-table';

/** Every code from the API's documentation that calls of this app can get. */
const codes = [
  'BAD_REQUEST',
  'REQUEST_VARIABLE_MISSING',
  'REQUEST_VARIABLE_INVALID',
  'REQUEST_CONFUSING_VAR',
  'UNAUTHORIZED',
  'INVALID_API_KEY',
  'USER_DEACTIVATED',
  'REALM_DEACTIVATED',
  'PASSWORD_AUTH_DISABLED',
  'PASSWORD_RESET_REQUIRED',
  'AUTHENTICATION_FAILED',
  'UNAUTHORIZED_PRINCIPAL',
  'NONEXISTENT_SUBDOMAIN',
  'RATE_LIMIT_HIT',
  'STREAM_DOES_NOT_EXIST',
  'BAD_EVENT_QUEUE_ID',
  'EXPECTATION_MISMATCH',
  'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
  'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
  'CHANNEL_ALREADY_EXISTS',
  'BAD_NARROW',
  'CANNOT_DEACTIVATE_LAST_USER',
  'CANNOT_DEACTIVATE_GROUP_IN_USE',
  'SYSTEM_GROUP_REQUIRED',
  'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
  'REACTION_ALREADY_EXISTS',
  'REACTION_DOES_NOT_EXIST',
  'INVITATION_FAILED',
  'REALM_UPLOAD_QUOTA',
  'BAD_IMAGE',
  'PUSH_SERVICE_NOT_CONFIGURED',
  'PUSH_NOTIFICATIONS_DISALLOWED',
  'NO_ACTIVE_PUSH_DEVICE',
  'INVALID_PUSH_DEVICE_TOKEN',
  'INVALID_REMOTE_PUSH_DEVICE_TOKEN',
  'FAILED_TO_CONNECT_BOUNCER',
  'INTERNAL_SERVER_ERROR_ON_BOUNCER',
  'ADMIN_ACTION_REQUIRED',
  'SERVER_NOT_READY',
  'REQUEST_TIMEOUT',
  'CSRF_FAILED',
  'A_CODE_OF_A_NEWER_SERVER',
];

describe('explainError', () => {
  it.each(codes)('explains %s without showing the code', (code) => {
    const failure = new ApiError('sendMessage', 400, code, 'Topic is too long.');
    const { text } = explainError(failure);
    expect(text.length).toBeGreaterThan(10);
    expect(text).not.toContain(code);
  });

  it('shows the server’s message when nothing more exact is known', () => {
    const failure = new ApiError('sendMessage', 400, 'NEW_CODE', 'Too many exclamation marks!');
    expect(explainError(failure).text).toContain('Too many exclamation marks!');
    expect(explainError(new ApiError('a', 400, 'NEW_CODE', '')).text).toContain('NEW_CODE');
  });

  it('offers to sign in whenever the key is refused, whatever the code', () => {
    for (const code of ['UNAUTHORIZED', 'INVALID_API_KEY', 'SOMETHING_NEW']) {
      expect(explainError(new ApiError('getDrafts', 401, code, '')).action).toBe('sign-in');
    }
  });

  it('names the last owner, and how much can be moved', () => {
    const say = (code: string, fields: Record<string, unknown>) =>
      explainError(new ApiError('a', 400, code, '', fields)).text;
    expect(say('CANNOT_DEACTIVATE_LAST_USER', { is_last_owner: true })).toContain('owner');
    expect(say('CANNOT_DEACTIVATE_LAST_USER', { is_last_owner: false })).not.toContain('owner');
    const counts = { total_messages_in_topic: 9, total_messages_allowed_to_move: 4 };
    expect(say('MOVE_MESSAGES_TIME_LIMIT_EXCEEDED', counts)).toMatch(/4.*9/);
  });

  it('shows the wait in a readable unit, and never as zero', () => {
    const wait = (fields: Record<string, unknown>) =>
      explainError(new ApiError('getDrafts', 429, 'RATE_LIMIT_HIT', '', fields)).text;
    expect(wait({ 'retry-after': 12.2 })).toContain('13');
    expect(wait({})).toContain('1 second');
    expect(wait({ 'retry-after': 99 })).toContain('99 seconds');
    expect(wait({ 'retry-after': 101 })).toContain('2 minutes');
    expect(wait({ 'retry-after': 1781 })).toContain('30 minutes');
    expect(wait({ 'retry-after': 7000 })).toContain('2 hours');
  });

  it('never suggests retrying what can’t succeed', () => {
    const refused = Object.entries(errorTable).filter(([, row]) => row.severity === 'error');
    expect(refused.every(([, row]) => row.retry === 'never')).toBe(true);
  });

  it('distinguishes the ways in which a call gets no API reply', () => {
    const failures = [
      new NetworkFailure('a', 'unreachable'),
      new NetworkFailure('a', 'timeout'),
      new NetworkFailure('a', 'aborted'),
      new ServerFault('a', 500),
      new ServerFault('a', 502),
      new ServerFault('a', 503),
      new MalformedReply('a', 'drafts.0', 'no'),
    ];
    expect(new Set(failures.map((failure) => explainError(failure).text)).size).toBe(
      failures.length,
    );
    expect(explainError(new TypeError('a bug')).text).toBe(
      explainError(new ServerFault('a', 500)).text,
    );
  });
});
