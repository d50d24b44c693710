import { expect, it } from 'vitest';
import { aMessage } from '../../../../tests/support/state';
import { continuesRun } from './message-runs';

it.each([
  ['logo', 'Logo', true],
  ['İZMİR', 'izmir', true],
  ['logo', 'logos', false],
])('%s and %s are one run: %s', (one, other, isOne) => {
  const [before, message] = [aMessage(1, { subject: one }), aMessage(2, { subject: other })];
  expect(continuesRun(message, before, 'UTC')).toBe(isOne);
});
