import { openDB } from 'idb';
import { expect, it, onTestFinished } from 'vitest';
import type { Message } from '../../api/read-messages';
import { conversationKey } from '../recipients/conversation-key';
import { aMessage } from '../../../../tests/support/state';
import { newId } from '../../client/new-id';
import { OfflineMessageCache, messageDatabasePrefix } from './offline-message-cache';

const logo = { type: 'stream', to: [5], topic: 'logo' } as const;

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

it('finds the messages of one conversation, also after they moved', async () => {
  const kept = new OfflineMessageCache(newId(), () => 7);
  onTestFinished(() => kept.erase());
  const direct = { type: 'private', display_recipient: [{ id: 7 }, { id: 9 }, { id: 8 }] };
  const all = [aMessage(1), aMessage(2, { subject: 'LOGO' }), aMessage(3, { subject: 'kites' })];
  await kept.put([...all, { ...aMessage(4), ...direct } as Message], 'queue');
  const ids = async (place: string) =>
    (await kept.findConversation(place))?.messages.map(({ id }) => id);
  expect(await ids(conversationKey(logo))).toEqual([1, 2]);
  expect(await ids(conversationKey({ type: 'private', to: [8, 9], topic: '' }))).toEqual([4]);
  await kept.change([3], (message) => ({ ...message, subject: 'logo' }));
  expect(await ids(conversationKey(logo))).toEqual([1, 2, 3]);
});
