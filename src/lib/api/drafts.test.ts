import { expect, it } from 'vitest';
import { aState } from '../../../tests/support/state';
import { getDrafts } from './drafts';
import { readReply } from './read-reply';
import { registerQueue } from './register';

const draft = (id: number) => ({
  ...{ id, type: 'stream', to: [5], topic: 'logo', content: `text ${id}`, timestamp: 1 },
});
const rows = [draft(1), { ...draft(2), content: null }, 'no draft', draft(3)];

it('skips drafts of another server that it can’t read, and keeps the others', () => {
  const reply = { result: 'success', msg: '', count: rows.length, drafts: rows };
  const { drafts } = readReply(getDrafts, 200, JSON.stringify(reply));
  expect(drafts.map(({ id }) => id)).toEqual([1, 3]);
});

it('also in the state', () => {
  const reply = { ...aState(), result: 'success', msg: '', drafts: rows };
  const { drafts } = readReply(registerQueue, 200, JSON.stringify(reply));
  expect(drafts?.map(({ id }) => id)).toEqual([1, 3]);
});
