import { once, same, each, type ConcurrentActions } from './action';
import { channel, emptyDraft, later, message, picture, post, scheduled, t } from './service';

export const messageActions = {
  addReaction: async () => ({
    method: 'POST',
    path: `/messages/${await message()}/reactions`,
    params: { emoji_name: 'tada' },
    ...once('reaction/add'),
  }),
  deleteDraft: async () => {
    const id = await post('/drafts', { drafts: [emptyDraft] });
    return { method: 'DELETE', path: `/drafts/${id}`, ...once('drafts/remove') };
  },
  deleteMessage: async () => ({
    method: 'DELETE',
    path: `/messages/${await message()}`,
    ...once('delete_message'),
  }),
  deleteReminder: async () => {
    const id = await post('/reminders', {
      message_id: await message(),
      scheduled_delivery_timestamp: later,
    });
    return { method: 'DELETE', path: `/reminders/${id}`, ...once('reminders/remove') };
  },
  deleteSavedSnippet: async () => {
    const id = await post('/saved_snippets', { title: 't', content: 'c' });
    return { method: 'DELETE', path: `/saved_snippets/${id}`, ...once('saved_snippets/remove') };
  },
  deleteScheduledMessage: async () => {
    const path = `/scheduled_messages/${await scheduled()}`;
    return { method: 'DELETE', path, ...once('scheduled_messages/remove') };
  },
  editDraft: async () => {
    const id = await post('/drafts', { drafts: [emptyDraft] });
    const params = { draft: { ...emptyDraft, content: 'another' } };
    return { method: 'PATCH', path: `/drafts/${id}`, params, ...each('drafts/update') };
  },
  editSavedSnippet: async () => {
    const id = await post('/saved_snippets', { title: 't', content: 'c' });
    const path = `/saved_snippets/${id}`;
    return { method: 'PATCH', path, params: { title: 'new' }, ...same('saved_snippets/update') };
  },
  markAllAsRead: async () => {
    await post('/messages', {
      type: 'direct',
      to: [t.owner.user_id],
      content: 'n',
      read_by_sender: false,
    });
    return { method: 'POST', path: '/mark_all_as_read', ...same('update_message_flags/add') };
  },
  removeAttachment: async () => {
    await t.call(t.owner, 'POST', '/user_uploads', picture('file')());
    const { body } = await t.call(t.owner, 'GET', '/attachments');
    const id = (body['attachments'] as { id: number }[]).at(-1)!.id;
    return { method: 'DELETE', path: `/attachments/${id}`, ...once('attachment/remove') };
  },
  removeReaction: async () => {
    const path = `/messages/${await message()}/reactions`;
    await t.call(t.owner, 'POST', path, { emoji_name: 'tada' });
    return { method: 'DELETE', path, params: { emoji_name: 'tada' }, ...once('reaction/remove') };
  },
  updateMessage: async () => ({
    method: 'PATCH',
    path: `/messages/${await message()}`,
    params: { topic: 'moved', propagate_mode: 'change_all' },
    ...once('update_message'),
    notices: 1,
  }),
  updateMessageFlags: async () => {
    const params = { messages: [await message()], op: 'add', flag: 'starred' };
    const path = '/messages/flags';
    return { method: 'POST', path, params, ...same('update_message_flags/add') };
  },
  updateMessageFlagsForNarrow: async () => {
    const to = await channel();
    await message(to);
    const narrow = [{ operator: 'channel', operand: to }];
    const range = { anchor: 'newest', num_before: 5, num_after: 0 };
    const params = { ...range, narrow, op: 'add', flag: 'starred' };
    const path = '/messages/flags/narrow';
    return { method: 'POST', path, params, ...same('update_message_flags/add') };
  },
  updateScheduledMessage: async () => {
    const path = `/scheduled_messages/${await scheduled()}`;
    const params = { content: 'another' };
    return { method: 'PATCH', path, params, ...each('scheduled_messages/update') };
  },
} satisfies ConcurrentActions;
