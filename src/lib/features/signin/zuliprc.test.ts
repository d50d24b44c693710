import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseZuliprc, readZuliprc } from './zuliprc';

const file = '[api]\nemail=iago@example.com\nkey=abc\nsite=https://chat.example.org\n';
const expected = { email: 'iago@example.com', key: 'abc', site: 'https://chat.example.org' };

describe('parseZuliprc', () => {
  it.each([
    ['as written by servers', file],
    ['with Windows line ends and a mark', `\uFEFF${file.replaceAll('\n', '\r\n')}`],
    [
      'with spaces, colons and comments',
      '# mine\n[ API ]\n email : iago@example.com\n; x\nKEY = abc\nsite: https://chat.example.org',
    ],
    ['with other parts', `[bot]\nkey=wrong\n${file}[other]\nemail=wrong@example.com`],
  ])('reads a file %s', (_name, text) => {
    expect(parseZuliprc(text)).toEqual(expected);
  });

  it('doesn’t need a site', () => {
    expect(parseZuliprc('[api]\nemail=a@b.c\nkey=k=1')).toEqual({
      email: 'a@b.c',
      key: 'k=1',
      site: null,
    });
  });

  it.each([
    '',
    'hello',
    '[api]',
    '[api]\nemail=a@b.c',
    'email=a@b.c\nkey=abc',
    '[api]\nemail=\nkey=abc',
  ])('rejects %j', (text) => expect(parseZuliprc(text)).toBeNull());

  it('never throws, whatever is dropped', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parseZuliprc(text)));
  });

  it('doesn’t read a file that is too large', async () => {
    expect(await readZuliprc(new Blob([file]))).toEqual(expected);
    expect(await readZuliprc(new Blob([file, 'x'.repeat(20_000)]))).toBeNull();
  });
});
