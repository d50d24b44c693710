import { openQueue } from '../channels';
import { once, same, each, type ConcurrentActions } from './action';
import { bot, keyIn, picture, profileField, t } from './service';

export const peopleActions = {
  addAlertWords: async () => ({
    method: 'POST',
    path: '/users/me/alert_words',
    params: { alert_words: ['once'] },
    ...same('alert_words'),
  }),
  addNavigationView: () =>
    Promise.resolve({
      method: 'POST',
      path: '/navigation_views',
      params: { fragment: 'inbox', is_pinned: true },
      ...once('navigation_view/add'),
    }),
  createBot: () => {
    const params = { full_name: 'Once Only', short_name: 'once-only' };
    return Promise.resolve({ method: 'POST', path: '/bots', params, ...once('realm_bot/add') });
  },
  confirmEmailChange: async () => {
    await t.call(await t.addUser(), 'PATCH', '/settings', { email: 'once@example.org' });
    const { body } = await t.call(t.owner, 'GET', '/email_changes');
    const [{ link }] = body['email_changes'] as [{ link: string }];
    return {
      method: 'POST',
      path: '/email_changes/confirm',
      params: { key: keyIn(link) },
      // The email address, the address shown in the API, and the picture generated from it.
      succeeds: 1,
      events: { 'realm_user/update': 3 },
    };
  },
  createUser: () => {
    const password = 'one of many words';
    const params = { email: 'maker@example.org', full_name: 'Once Only', password };
    return Promise.resolve({ method: 'POST', path: '/users', params, ...once('realm_user/add') });
  },
  deactivateBot: async () => {
    const path = `/bots/${(await bot()).user_id}`;
    return { method: 'DELETE', path, ...same('realm_bot/update') };
  },
  deactivateUser: async () => {
    const path = `/users/${(await t.addUser()).user_id}`;
    return { method: 'DELETE', path, ...once('realm_user/update') };
  },
  reactivateUser: async () => {
    const { user_id } = await t.addUser({ is_active: false });
    const path = `/users/${user_id}/reactivate`;
    return { method: 'POST', path, ...same('realm_user/update') };
  },
  removeProfileData: async () => {
    const id = await profileField();
    const path = '/users/me/profile_data';
    await t.call(t.owner, 'PATCH', path, { data: [{ id, value: 'x' }] });
    return { method: 'DELETE', path, params: { data: [id] }, ...same('realm_user/update') };
  },
  updateBot: async () => {
    const path = `/bots/${(await bot()).user_id}`;
    const params = { full_name: 'Another Name' };
    return { method: 'PATCH', path, params, ...same('realm_bot/update') };
  },
  updateProfileData: async () => {
    const params = { data: [{ id: await profileField(), value: 'x' }] };
    const path = '/users/me/profile_data';
    return { method: 'PATCH', path, params, ...same('realm_user/update') };
  },
  deleteOwnAvatar: async () => {
    await t.call(t.owner, 'POST', '/users/me/avatar', picture('f')());
    return { method: 'DELETE', path: '/users/me/avatar', ...same('realm_user/update') };
  },
  deleteQueue: async () => {
    const { id } = await openQueue(t, t.owner);
    return { method: 'DELETE', path: '/events', params: { queue_id: id }, succeeds: 1, events: {} };
  },
  editNavigationView: async () => {
    await t.call(t.owner, 'POST', '/navigation_views', { fragment: 'feed', is_pinned: true });
    const [path, params] = ['/navigation_views/feed', { is_pinned: false }];
    return { method: 'PATCH', path, params, ...same('navigation_view/update') };
  },
  muteUser: async () => ({
    method: 'POST',
    path: `/users/me/muted_users/${(await t.addUser()).user_id}`,
    ...once('muted_users'),
  }),
  removeAlertWords: async () => {
    const params = { alert_words: ['gone'] };
    const path = '/users/me/alert_words';
    await t.call(t.owner, 'POST', path, params);
    return { method: 'DELETE', path, params, ...same('alert_words') };
  },
  removeNavigationView: async () => {
    await t.call(t.owner, 'POST', '/navigation_views', { fragment: 'recent', is_pinned: true });
    return {
      method: 'DELETE',
      path: '/navigation_views/recent',
      ...once('navigation_view/remove'),
    };
  },
  unmuteUser: async () => {
    const path = `/users/me/muted_users/${(await t.addUser()).user_id}`;
    await t.call(t.owner, 'POST', path);
    return { method: 'DELETE', path, ...once('muted_users') };
  },
  updatePresence: async () => ({
    method: 'POST',
    path: '/users/me/presence',
    params: { status: 'active' },
    ...same('presence'),
  }),
  updateSettings: async () => {
    const params = { enter_sends: true };
    return { method: 'PATCH', path: '/settings', params, ...same('user_settings/update') };
  },
  updateUser: async () => {
    const path = `/users/${(await t.addUser()).user_id}`;
    return { method: 'PATCH', path, params: { role: 300 }, ...same('realm_user/update') };
  },
  updateUserByEmail: async () => {
    const path = `/users/${(await t.addUser()).email}`;
    const params = { full_name: 'Another Name' };
    return { method: 'PATCH', path, params, ...same('realm_user/update') };
  },
  updateStatus: async () => {
    const params = { status_text: 'At once', emoji_name: 'tada' };
    return { method: 'POST', path: '/users/me/status', params, ...same('user_status') };
  },
  updateStatusForUser: async () => {
    const path = `/users/${(await t.addUser()).user_id}/status`;
    return { method: 'POST', path, params: { status_text: 'Away' }, ...same('user_status') };
  },
  uploadOwnAvatar: async () => ({
    method: 'POST',
    path: '/users/me/avatar',
    params: picture('f'),
    ...each('realm_user/update'),
  }),
  removeApnsToken: async () => {
    const token = 'abcd0123';
    await t.call(t.owner, 'POST', '/users/me/apns_device_token', { token, appid: 'org.example' });
    const path = '/users/me/apns_device_token';
    return { method: 'DELETE', path, params: { token }, succeeds: 1, events: {} };
  },
  removeFcmToken: async () => {
    const path = '/users/me/android_gcm_reg_id';
    await t.call(t.owner, 'POST', path, { token: 'one' });
    return { method: 'DELETE', path, params: { token: 'one' }, succeeds: 1, events: {} };
  },
  // The last call wins, and none sends an event.
} satisfies ConcurrentActions;
