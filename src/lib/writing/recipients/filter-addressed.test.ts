import { expect, it } from 'vitest';
import { aChannel, aPerson } from '../../../../tests/support/state';
import { createAddressedFilter } from './filter-addressed';
import type { RecipientDirectory } from './recipient';

const directory = (channel: string, person: string) =>
  ({
    user_id: 7,
    users: new Map([[8, aPerson(8, { full_name: person })]]),
    channels: new Map([[5, aChannel(5, { name: channel })]]),
    subscriptions: new Map(),
  }) as unknown as RecipientDirectory;

it('searches texts and recipients by their current names, ignoring case', () => {
  const list = [
    { key: 'a', body: { type: 'stream', to: [5], topic: 'Logo', content: 'The blue one' } },
    { key: 'b', body: { type: 'private', to: [8], topic: '', content: 'A STREET' } },
  ] as const;
  const before = directory('design', 'Grace');
  const filter = createAddressedFilter();
  const keys = (query: string, names = before) => filter(list, query, names).map(({ key }) => key);
  expect(['BLUE logo', '#DES', '@gra', 'street', 'e'].map((query) => keys(query))).toEqual([
    ['a'],
    ['a'],
    ['b'],
    ['b'],
    ['a', 'b'],
  ]);
  const after = directory('looks', 'Ada');
  expect(['#des', '#looks', '@gra', '@ada'].map((query) => keys(query, after))).toEqual([
    [],
    ['a'],
    [],
    ['b'],
  ]);
  expect(keys('#des')).toEqual(['a']);
});

it('reads only the text that changed when one of many is typed in', () => {
  let read = 0;
  const of = (content: string) => ({
    body: {
      type: 'stream' as const,
      to: [5],
      topic: '',
      get content() {
        read++;
        return content;
      },
    },
  });
  const names = directory('design', 'Grace');
  const list = Array.from({ length: 1000 }, (_, at) => of(`Number ${at}`));
  const filter = createAddressedFilter();
  expect(filter(list, 'number', names)).toHaveLength(1000);
  read = 0;
  const typed = list.with(500, of('Other'));
  expect(filter(typed, 'number', names)).toHaveLength(999);
  expect(read).toBe(1);
  // Nor when one is added in front.
  expect(filter([of('Number one'), ...typed], 'number', names)).toHaveLength(1000);
  expect(read).toBe(2);
  expect(filter(typed.toSpliced(2, 1), 'number 7', names)).toEqual(
    typed.toSpliced(2, 1).filter((_one, at) => /7/.test(String(at < 2 ? at : at + 1))),
  );
});
