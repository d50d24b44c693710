import { openDB } from 'idb';
import { expect, it, onTestFinished } from 'vitest';
import { aMessage } from '../../../../tests/support/state';
import { newId } from '../new-id';
import { OfflineMessageCache, messageDatabasePrefix } from './offline-message-cache';

it('returns readable rows even if others are unreadable', async () => {
  const account = newId();
  const kept = new OfflineMessageCache(account);
  onTestFinished(() => kept.erase());
  await kept.put([aMessage(1), aMessage(2)], 'queue');
  const raw = await openDB(messageDatabasePrefix + account, 1);
  for (const row of [{ id: 3 }, { id: 4, message: 'x', at: 1 }, { id: 5, message: {}, at: 1 }]) {
    await raw.put('messages', row);
  }
  raw.close();
  const recalled = await kept.find(({ flags }) => flags.length >= 0);
  expect(recalled?.messages.map(({ id }) => id)).toEqual([1, 2]);
  expect([...(await kept.byId([1, 3, 4])).keys()]).toEqual([1]);
  await kept.change(undefined, (message) => ({ ...message, content: message.content + '!' }));
  const [first] = await kept.all();
  expect(first?.message.content).toMatch(/!$/);
});
