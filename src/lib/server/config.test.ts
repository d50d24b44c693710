import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config';

describe('configuration', () => {
  test('requires nothing', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      origin: undefined,
      baseUrl: 'http://127.0.0.1:3000',
      dataDir: resolve('data'),
      serviceUrl: undefined,
      databaseUrl: undefined,
      sessionSecret: undefined,
      trustedProxy: undefined,
      metricsToken: undefined,
      uploads: { maxFileMib: 100, quotaMib: null },
      server: { invitationMinutes: 14_400, invitationsPerDay: 1000, webPublicStreams: false },
      bucket: undefined,
      mail: { url: undefined, from: 'inkwell@127.0.0.1' },
      logLevel: 'warn',
    });
  });

  test('treats an empty variable as unset', () => {
    const empty = { PORT: '', HOST: '', ORIGIN: '', SERVICE_URL: '', SESSION_SECRET: '' };
    expect(readConfig(empty)).toEqual(readConfig({}));
  });

  test.each([
    [{ HOST: '0.0.0.0', PORT: '80' }, 'http://127.0.0.1:80'],
    [{ HOST: '::1' }, 'http://[::1]:3000'],
    [{ HOST: '::' }, 'http://127.0.0.1:3000'],
    [{ ORIGIN: 'https://chat.example.org/' }, 'https://chat.example.org'],
    [{ ORIGIN: 'http://Chat.Example.org:8080', PORT: '1' }, 'http://chat.example.org:8080'],
  ])('derives from %j the URL %s', (environment, url) => {
    expect(readConfig(environment).baseUrl).toBe(url);
  });

  test.each([
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '3000x'],
    ['PORT', '-1'],
    ['PORT', '1e3'],
    ['HOST', 'two words'],
    ['HOST', 'http://x'],
    ['ORIGIN', 'chat.example.org'],
    ['ORIGIN', 'ftp://chat.example.org'],
    ['ORIGIN', 'https://chat.example.org/path'],
    ['SERVICE_URL', 'https://user:pass@chat.example.org'],
    ['SERVICE_URL', 'https://chat.example.org/?x'],
    ['SERVICE_URL', 'no address'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'localhost'],
    ['SESSION_SECRET', 'x'.repeat(31)],
    ['TRUSTED_PROXY', 'all'],
    ['TRUSTED_PROXY', '10.0.0.0/33'],
    ['METRICS_TOKEN', 'too short'],
    ['METRICS_TOKEN', 'long enough, but with spaces'],
    ['MAX_FILE_UPLOAD_SIZE', '0'],
    ['MAX_FILE_UPLOAD_SIZE', '25M'],
    ['UPLOAD_QUOTA', '-1'],
    ['INVITATION_LINK_VALIDITY_MINUTES', '0'],
    ['INVITATION_LINK_VALIDITY_MINUTES', '10 days'],
    ['INVITATIONS_PER_DAY', '-1'],
    ['SMTP_URL', 'mail.example.org'],
    ['SMTP_URL', 'https://mail.example.org'],
    ['MAIL_FROM', 'Inkwell'],
    ['MAIL_FROM', 'a@example.org\r\nBcc: b@example.org'],
    ['PUSH_RELAY_URL', 'push.example.org'],
    ['PUSH_RELAY_URL', 'https://push.example.org/path'],
    ['S3_BUCKET', 'a/b'],
    ['S3_BUCKET', 'x'],
    ['S3_ENDPOINT', 'https://s3.example.org'],
    ['S3_ENDPOINT', 's3.example.org'],
    ['S3_ENDPOINT', 'https://key:secret@s3.example.org'],
    ['S3_ENDPOINT', 'https://s3.example.org/?x'],
    ['S3_REGION', 'eu central'],
    ['S3_REGION', 'eu-central-1'],
    ['S3_ACCESS_KEY_ID', 'two words'],
    ['S3_ACCESS_KEY_ID', 'key'],
    ['S3_SECRET_ACCESS_KEY', 'secret'],
    ['LOG_LEVEL', 'loud'],
  ])('refuses %s=%s with one line that names it', (name, value) => {
    let message = '';
    try {
      readConfig({ [name]: value });
    } catch (error) {
      message = String(error);
    }
    expect(message).toMatch(new RegExp(`^StartProblem: ${name} .+\\.$`));
    expect(message).not.toContain('\n');
  });

  test('never repeats a value that can be secret', () => {
    const secret = 'hunter2hunter2';
    for (const name of [
      'SESSION_SECRET',
      'DATABASE_URL',
      'SERVICE_URL',
      'METRICS_TOKEN',
      'PUSH_RELAY_URL',
      'S3_ENDPOINT',
      'S3_ACCESS_KEY_ID',
      'S3_SECRET_ACCESS_KEY',
      'SMTP_URL',
    ]) {
      expect(() => readConfig({ [name]: secret })).toThrow(/^(?!.*hunter2)/);
    }
  });

  test('accepts a bucket with everything it requires', () => {
    expect(readConfig({ S3_BUCKET: 'files' }).bucket).toEqual({ bucket: 'files' });
    const all = {
      S3_BUCKET: 'files',
      S3_ENDPOINT: 'http://127.0.0.1:9000/base',
      S3_REGION: 'eu-central-1',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    };
    expect(readConfig(all).bucket).toEqual({
      bucket: 'files',
      endpoint: 'http://127.0.0.1:9000/base',
      region: 'eu-central-1',
      credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    });
    expect(() => readConfig({ ...all, S3_SECRET_ACCESS_KEY: '' })).toThrow(
      'S3_ACCESS_KEY_ID cannot be used without S3_SECRET_ACCESS_KEY',
    );
    const remote = { SERVICE_URL: 'https://chat.example.org' };
    expect(() => readConfig({ ...all, ...remote })).toThrow('S3_BUCKET');
  });

  test('refuses a database together with a remote server', () => {
    const both = {
      SERVICE_URL: 'https://chat.example.org',
      DATABASE_URL: 'postgres://localhost/inkwell',
    };
    expect(() => readConfig(both)).toThrow('DATABASE_URL');
  });
});
