import { expect, it } from 'vitest';
import { serverSentence } from './server-sentence';

it.each([
  ['Invalid email address', 'Invalid email address.'],
  ['Message must not be empty. ', 'Message must not be empty.'],
  ["Unknown channel 'design'", "Unknown channel 'design'."],
  ['Did you mean “#design?”', 'Did you mean “#design?”'],
  ['', ''],
  ['無効な値です。', '無効な値です。'],
])('ends the server’s message %j like a sentence', (message, sentence) => {
  expect(serverSentence(message)).toBe(sentence);
});
