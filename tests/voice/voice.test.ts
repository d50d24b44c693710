import { expect, it } from 'vitest';
import {
  countFaults,
  exceptions,
  labelFaults,
  labelKeys,
  typographyFaults,
  voiceFaults,
} from './rules.js';

const text = (words: string, key = 'some_key') => ({ file: 'en/some.json', key, text: words });

it.each([
  'Who sees it is told by e-mail',
  'E-mail is off',
  'Nobody is here',
  'Open the bin',
  'Empty bins',
  'Put off until tomorrow',
  'Bring it back',
  'Bring back',
  'Please wait',
  'Saved!',
  'All colours',
  'Canceled, or Cancelled',
  'You may not do this',
  'It is deleted for good.',
  'Whoever leaves has to be added again.',
  'Who knows it can post.',
  'One can write here.',
  'You cannot do this.',
  'Take the other',
  'Keep the other',
  'Make a new key',
  'Log in',
  'A series of messages',
  'Remove the picture',
  'We saved it',
])('refuses “%s”', (words) => {
  expect(voiceFaults(text(words))).not.toEqual([]);
});

it.each([
  'No one can post.',
  'Who can see it',
  'Who can send a message?',
  'Keep the other version',
  'Profile picture',
  'Combined feed',
  'Attach it as a text file',
  '{blank} and {series} placeholders',
  'This takes effect immediately.',
  'You may be offline.',
  'Canceled',
])('accepts “%s”', (words) => {
  expect(voiceFaults(text(words))).toEqual([]);
});

it('accepts a retired word only in the message that is an exception', () => {
  const allowed = { some_key: ['picture', 'why'] } as const;
  expect(voiceFaults(text('Remove picture'), allowed)).toEqual([]);
  expect(voiceFaults(text('Remove picture', 'another_key'), allowed)).toHaveLength(1);
  expect(voiceFaults(text('Empty the bin'), allowed)).toHaveLength(1);
  expect(Object.values(exceptions).every(([word, reason]) => word && reason)).toBe(true);
});

it.each([
  "It isn't",
  'The "key"',
  'Loading...',
  'Loading …',
  'Two  spaces',
  'Why ?',
  ' Save',
  'Save ',
])('refuses the typography of “%s”', (words) => {
  expect(typographyFaults(text(words))).toHaveLength(1);
});

it('accepts curly quotation marks and the ellipsis', () => {
  expect(typographyFaults(text('It isn’t “{name}”: loading…'))).toEqual([]);
});

it('finds labels in buttons, attributes and lists of actions', () => {
  const source = `<Button
    disabled={a > b}
    onclick={() => go({ to: m.not_this() })}>{m.in_button({ n: 1 })}</Button
  >
  <p>{m.in_text()}</p>
  <IconButton icon={X} label={open ? m.when_open() : m.when_closed()} />
  <p>{m.in_more_text()}</p>
  <a aria-label={m.in_aria()}>{m.in_link()}</a>
  const actions = [{ title: m.in_title, run: () => toast(m.in_toast()) }];`;
  expect(labelKeys(source)).toEqual([
    'in_button',
    'when_open',
    'when_closed',
    'in_aria',
    'in_title',
  ]);
});

it('refuses a period at the end of a label of one sentence', () => {
  const labels = new Set(['some_key']);
  expect(labelFaults(text('Save.'), labels)).toHaveLength(1);
  expect(labelFaults(text('Save…'), labels)).toEqual([]);
  expect(labelFaults(text('{name}. Press Enter to edit.'), labels)).toEqual([]);
  expect(labelFaults(text('It was saved.', 'another_key'), labels)).toEqual([]);
});

it('refuses a count without a form for every other count', () => {
  const message = (match: Record<string, string>) => [
    { declarations: ['input count', 'local plural = count: plural'], match },
  ];
  const forms = (last: string) => message({ 'plural=one': '{count} day', [last]: '{count} days' });
  expect(countFaults('en/a.json', 'days', forms('plural=other'))).toHaveLength(1);
  expect(countFaults('en/a.json', 'days', forms('plural=*'))).toEqual([]);
  const two = (last: string) => message({ 'aPlural=one, bPlural=one': 'One', [last]: 'Many' });
  expect(countFaults('en/a.json', 'two', two('aPlural=*, bPlural=other'))).toHaveLength(1);
  expect(countFaults('en/a.json', 'two', two('aPlural=*, bPlural=*'))).toEqual([]);
  expect(countFaults('en/a.json', 'plain', 'No count')).toEqual([]);
});
