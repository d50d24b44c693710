import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config';

describe('configuration', () => {
  test('needs nothing', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      origin: undefined,
      baseUrl: 'http://127.0.0.1:3000',
      dataDir: resolve('data'),
      serviceUrl: undefined,
      databaseUrl: undefined,
      sessionSecret: undefined,
      metricsToken: undefined,
      uploads: { maxFileMib: 100, quotaMib: null },
      logLevel: 'warn',
    });
  });

  test('takes an empty variable for an unset one', () => {
    const empty = { PORT: '', HOST: '', ORIGIN: '', SERVICE_URL: '', SESSION_SECRET: '' };
    expect(readConfig(empty)).toEqual(readConfig({}));
  });

  test.each([
    [{ HOST: '0.0.0.0', PORT: '80' }, 'http://127.0.0.1:80'],
    [{ HOST: '::1' }, 'http://[::1]:3000'],
    [{ HOST: '::' }, 'http://127.0.0.1:3000'],
    [{ ORIGIN: 'https://chat.example.org/' }, 'https://chat.example.org'],
    [{ ORIGIN: 'http://Chat.Example.org:8080', PORT: '1' }, 'http://chat.example.org:8080'],
  ])('is reached, with %j, at %s', (environment, url) => {
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
    ['METRICS_TOKEN', 'too short'],
    ['METRICS_TOKEN', 'long enough, but with spaces'],
    ['MAX_FILE_UPLOAD_SIZE', '0'],
    ['MAX_FILE_UPLOAD_SIZE', '25M'],
    ['UPLOAD_QUOTA', '-1'],
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

  test('never repeats what may hold a secret', () => {
    const secret = 'hunter2hunter2';
    for (const name of ['SESSION_SECRET', 'DATABASE_URL', 'SERVICE_URL', 'METRICS_TOKEN']) {
      expect(() => readConfig({ [name]: secret })).toThrow(/^(?!.*hunter2)/);
    }
  });

  test('refuses a database beside a remote server', () => {
    const both = {
      SERVICE_URL: 'https://chat.example.org',
      DATABASE_URL: 'postgres://localhost/inkwell',
    };
    expect(() => readConfig(both)).toThrow('DATABASE_URL');
  });
});
