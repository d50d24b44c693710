import { expect, it } from 'vitest';
import { isNavigationStep, emptyTopicHref } from './conversation-page';

const logo = { type: 'stream', to: [5], topic: 'logo' } as const;

it.each(['near=7', 'with=7'])('keeps %s if the topic is the empty one', (place) => {
  const from = new URLSearchParams(`channel=5&topic=general+chat&${place}`);
  expect(emptyTopicHref(from)).toBe(`/conversation?channel=5&topic=&${place}`);
});

it.each([
  ['another conversation', logo, { ...logo, topic: 'icon' }, true],
  ['a conversation from the list', null, logo, true],
  ['the one that is open', logo, { ...logo, topic: 'Logo' }, false],
  ['the way back to the list', logo, null, false],
  ['what was asked for', 'new', logo, false],
  ['a question', logo, 'new', true],
] as const)('detects whether %s adds a Back step', (_what, open, next, is) => {
  expect(isNavigationStep(open, next)).toBe(is);
});
