import { expect, it } from 'vitest';
import { isPermanentFailure } from './sqlstate';

const thrown = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};
const coded = (code: string) => Object.assign(new Error(code), { code });

it.each([
  ['what is no address', thrown(() => new URL('http://[')), true],
  ['a text that cannot be stored', coded('22P02'), true],
  ['a bug', new TypeError('x is not a function'), true],
  ['a lock that was not to be had', coded('55P03'), false],
  ['a connection that broke', coded('ECONNRESET'), false],
  ['the same below another', new Error('query', { cause: coded('ECONNRESET') }), false],
])('recognizes %s', (_name, error, isOurs) => {
  expect(isPermanentFailure(error)).toBe(isOurs);
});
