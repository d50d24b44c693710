import { addChannel } from '../channels';
import { once, same, type ConcurrentActions } from './action';
import { channel, message, post, t } from './service';

export const channelActions = {
  addDefaultStream: async () => {
    const params = { stream_id: await channel() };
    return { method: 'POST', path: '/default_streams', params, ...same('default_streams') };
  },
  archiveStream: async () => ({
    method: 'DELETE',
    path: `/streams/${await channel()}`,
    ...once('stream/delete'),
    notices: 1,
  }),
  createChannelFolder: async () => {
    const params = { name: 'Only one' };
    const path = '/channel_folders/create';
    return { method: 'POST', path, params, ...once('channel_folder/add') };
  },
  createChannel: async () => ({
    method: 'POST',
    path: '/channels/create',
    params: { name: 'only once', subscribers: [t.owner.user_id] },
    ...once('stream/create'),
    notices: 1,
  }),
  subscribe: async () => ({
    method: 'POST',
    path: '/users/me/subscriptions',
    ...same('subscription/add'),
    params: { subscriptions: [{ name: 'joined at once' }] },
    notices: 1,
  }),
  updateStream: async () => {
    const id = await channel();
    await message(id);
    const params = { new_name: 'renamed once' };
    return {
      method: 'PATCH',
      path: `/streams/${id}`,
      params,
      ...once('stream/update'),
      notices: 1,
    };
  },
  deleteTopic: async () => {
    const to = await channel();
    await message(to);
    const path = `/streams/${to}/delete_topic`;
    return { method: 'POST', path, params: { topic_name: 'x' }, ...same('delete_message') };
  },
  markStreamAsRead: async () => {
    const stream_id = await channel();
    await message(stream_id);
    const path = '/mark_stream_as_read';
    return { method: 'POST', path, params: { stream_id }, ...same('update_message_flags/add') };
  },
  markTopicAsRead: async () => {
    const stream_id = await channel();
    await message(stream_id);
    const params = { stream_id, topic_name: 'x' };
    return {
      method: 'POST',
      path: '/mark_topic_as_read',
      params,
      ...same('update_message_flags/add'),
    };
  },
  muteTopic: async () => {
    const params = { stream_id: await channel(), topic: 'x', op: 'add' };
    const path = '/users/me/subscriptions/muted_topics';
    return { method: 'PATCH', path, params, ...same('user_topic') };
  },
  patchChannelFolders: async () => {
    for (const name of ['First', 'Last']) await post('/channel_folders/create', { name });
    const { body } = await t.call(t.owner, 'GET', '/channel_folders');
    const ids = (body['channel_folders'] as { id: number }[]).map(({ id }) => id);
    const params = { order: ids.toReversed() };
    return { method: 'PATCH', path: '/channel_folders', params, ...same('channel_folder/reorder') };
  },
  removeDefaultStream: async () => {
    const params = { stream_id: await channel() };
    await t.call(t.owner, 'POST', '/default_streams', params);
    return { method: 'DELETE', path: '/default_streams', params, ...same('default_streams') };
  },
  unsubscribe: async () => {
    const { name } = await addChannel(t, {}, [t.owner]);
    const params = { subscriptions: [name] };
    const path = '/users/me/subscriptions';
    return { method: 'DELETE', path, params, ...same('subscription/remove') };
  },
  updateChannelFolder: async () => {
    const id = await post('/channel_folders/create', { name: 'Before' });
    const params = { name: 'After' };
    const path = `/channel_folders/${id}`;
    return { method: 'PATCH', path, params, ...same('channel_folder/update') };
  },
  updateSubscriptionSetting: async () => {
    const path = `/users/me/subscriptions/${await channel()}`;
    const params = { property: 'pin_to_top', value: true };
    return { method: 'PATCH', path, params, ...same('subscription/update') };
  },
  updateSubscriptionSettings: async () => {
    const subscription_data = [{ stream_id: await channel(), property: 'color', value: '#123456' }];
    const path = '/users/me/subscriptions/properties';
    return { method: 'POST', path, params: { subscription_data }, ...same('subscription/update') };
  },
  updateSubscriptions: async () => {
    const { name } = await addChannel(t, {}, [t.owner]);
    const path = '/users/me/subscriptions';
    return { method: 'PATCH', path, params: { delete: [name] }, ...same('subscription/remove') };
  },
  updateUserTopic: async () => {
    const params = { stream_id: await channel(), topic: 'x', visibility_policy: 3 };
    return { method: 'POST', path: '/user_topics', params, ...same('user_topic') };
  },
} satisfies ConcurrentActions;
