import { describe, expect, it } from 'vitest';
import { aMessage } from '../../../../tests/support/state';
import { summarizeNewMessages } from './new-messages';

const messages = [
  aMessage(1, { sender_id: 8 }),
  aMessage(2, { sender_id: 7 }),
  aMessage(3, { sender_id: 8, content: '<span class="user-mention silent" data-user-id="7">' }),
  aMessage(4, { sender_id: 9 }),
];

describe('messages that are new to a text', () => {
  it('are those of others after the message at which it was begun; a quote of the user counts as an answer', () => {
    expect(summarizeNewMessages(messages, { after: 1 }, 7)).toEqual({
      count: 2,
      answers: 1,
      first: 3,
    });
    expect(summarizeNewMessages(messages, { after: 4 }, 7)).toBeUndefined();
  });

  it('are those later than its last change, if the text is older', () => {
    const at = (messages[2]!.timestamp + 0.5) * 1000;
    expect(summarizeNewMessages(messages, { at }, 7)).toEqual({ count: 1, answers: 0, first: 4 });
  });
});
