import { expect, it } from 'vitest';
import { addChannel, openQueue } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';

const t = withService();

it('a user gets no events of a channel after leaving it while others write there', async () => {
  const me = await t.addUser();
  for (let round = 0; round < 10; round++) {
    const { id, name } = await addChannel(t, { invite_only: true }, [t.owner, me]);
    const queue = await openQueue(t, me, { event_types: ['message', 'subscription', 'typing'] });
    const send = (content: string) =>
      t.call(t.owner, 'POST', '/messages', { type: 'stream', to: id, topic: 'x', content });
    const concurrent = ['1', '2', '3', '4'].map(send);
    const leave = t.call(me, 'DELETE', '/users/me/subscriptions', { subscriptions: [name] });
    await Promise.all([...concurrent, leave, ...['5', '6', '7', '8'].map(send)]);
    const eventTypes = (await queue.events()).map(({ type }) => type);
    expect(eventTypes.at(-1)).toBe('subscription');
    const { body } = await t.call(me, 'GET', '/messages', {
      anchor: 'newest',
      num_before: 9,
      num_after: 0,
      narrow: [{ operator: 'channel', operand: name }],
    });
    expect(body.result).toBe('error');
  }
});
