import { describe, expect, it } from 'vitest';
import { aMessage } from '../../../../tests/support/state';
import { parseEvent } from '../../api/event-types';
import type { Message } from '../../api/read-messages';
import { isSameConversation, type MessageRecipient } from '../../writing/recipients/recipient';
import { meMessageBody } from './me-message';
import { applyEventToMessages, recipientOfMessage } from './apply-event-to-messages';

const logo: MessageRecipient = { type: 'stream', to: [5], topic: 'logo' };

function after(
  messages: readonly Message[],
  event: { readonly type: string; readonly [part: string]: unknown },
) {
  const serverEvent = parseEvent({ id: 1, ...event });
  expect(serverEvent.kind).not.toBe('unknown');
  const next = applyEventToMessages(messages, serverEvent, 7, (to) => isSameConversation(to, logo));
  const again = applyEventToMessages(next.messages, serverEvent, 7, (to) =>
    isSameConversation(to, logo),
  );
  expect(again.messages).toEqual(next.messages);
  return next;
}

const ids = (messages: readonly Message[]) => messages.map(({ id }) => id);
const [one, two] = [aMessage(1), aMessage(2)];

describe('the messages of a conversation', () => {
  it('add a new one, with the reader’s flags, and none of other conversations', () => {
    const { flags: _flags, ...three } = aMessage(3, { subject: 'LOGO' });
    const serverEvent = { type: 'message', message: three, flags: ['read'] };
    expect(after([one, two], serverEvent).messages.at(-1)).toMatchObject({
      id: 3,
      flags: ['read'],
    });
    const other = { ...serverEvent, message: { ...three, subject: 'colours' } };
    expect(ids(after([one, two], other).messages)).toEqual([1, 2]);
  });

  it('get an edited text and its edit time; re-rendering is no edit', () => {
    const edit = {
      type: 'update_message',
      message_id: 2,
      message_ids: [2],
      rendered_content: '<p>New</p>',
      edit_timestamp: 9,
    };
    expect(after([one, two], { ...edit, rendering_only: false }).messages[1]).toMatchObject({
      content: '<p>New</p>',
      last_edit_timestamp: 9,
    });
    const made = after([one, two], { ...edit, rendering_only: true }).messages[1];
    expect(made).toMatchObject({ content: '<p>New</p>' });
    expect(made).not.toHaveProperty('last_edit_timestamp');
  });

  it('become a /me message when edited into one', () => {
    const html = '<p>/me waves at <em>everybody</em></p>';
    const edit = { type: 'update_message', message_id: 2, message_ids: [2], edit_timestamp: 9 };
    const serverEvent = { ...edit, rendered_content: html, is_me_message: true };
    const message = after([one, two], serverEvent).messages[1];
    expect(message).toMatchObject({ content: html, is_me_message: true });
    expect(meMessageBody(html)).toBe('<p>waves at <em>everybody</em></p>');
    expect(meMessageBody('<p>Look at /me waves</p>')).toBeNull();
  });

  it('lose those that move away, and become stale when unknown ones move in', () => {
    const move = { type: 'update_message', message_id: 2, stream_id: 5 };
    const away = { ...move, message_ids: [2], orig_subject: 'logo', subject: 'colours' };
    expect(after([one, two], away)).toMatchObject({ messages: [one], isStale: false });
    const toChannel = { ...move, message_ids: [1], orig_subject: 'logo', new_stream_id: 6 };
    expect(ids(after([one, two], toChannel).messages)).toEqual([2]);
    const here = { ...move, message_ids: [4], orig_subject: 'colours', subject: 'logo' };
    expect(after([one, two], here)).toMatchObject({ messages: [one, two], isStale: true });
    const renamed = { ...move, message_ids: [1, 2], orig_subject: 'logo', subject: 'Logo' };
    const next = after([one, two], renamed);
    expect(next.isStale).toBe(false);
    expect(next.messages.map(({ subject }) => subject)).toEqual(['Logo', 'Logo']);
  });

  it('lose deleted ones, in both shapes of the event', () => {
    const gone = { type: 'delete_message', message_type: 'stream' };
    expect(ids(after([one, two], { ...gone, message_ids: [1] }).messages)).toEqual([2]);
    expect(ids(after([one, two], { ...gone, message_id: 2 }).messages)).toEqual([1]);
  });

  it('gain and lose reactions and flags, also when an event covers all messages', () => {
    const thumb = { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' };
    const added = { type: 'reaction', op: 'add', message_id: 1, user_id: 8, ...thumb };
    const { messages } = after([one, two], added);
    expect(messages[0]?.reactions).toEqual([{ ...thumb, user_id: 8 }]);
    expect(after(messages, { ...added, op: 'remove' }).messages).toEqual([one, two]);
    const read = { type: 'update_message_flags', op: 'add', flag: 'read', all: false };
    const some = after([one, two], { ...read, messages: [2] }).messages;
    expect(some.map(({ flags }) => flags)).toEqual([[], ['read']]);
    const all = after([one, two], { ...read, messages: [], all: true }).messages;
    expect(all.map(({ flags }) => flags)).toEqual([['read'], ['read']]);
  });
});

it('gain poll submessages, once even if an event repeats', () => {
  const serverEvent = {
    type: 'submessage',
    msg_type: 'widget',
    content: '{}',
    message_id: 1,
    sender_id: 8,
    submessage_id: 4,
  };
  const once = after([one, two], serverEvent).messages;
  expect(once[0]?.submessages).toEqual([
    { id: 4, message_id: 1, sender_id: 8, msg_type: 'widget', content: '{}' },
  ]);
  expect(after(once, serverEvent).messages).toEqual(once);
});

it('finds the conversation of a direct message: leaves out the user unless alone', () => {
  const people = (...all: number[]) =>
    all.map((id) => ({ id, email: '', full_name: '', is_mirror_dummy: false }));
  const to = (...all: number[]) =>
    recipientOfMessage(aMessage(1, { type: 'private', display_recipient: people(...all) }), 7).to;
  expect(to(7, 8, 9)).toEqual([8, 9]);
  expect(to(7)).toEqual([7]);
});
