import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '$lib/api/operations';
import { addChannel, openQueue } from '../../../../../tests/support/channels';
import { startTestService, type TestService } from '../../../../../tests/support/service';
import { aPng } from '../../../../../tests/support/pictures';
import { rowsOf } from '../db/rows';

let t: TestService;
beforeAll(async () => {
  t = await startTestService();
});
afterAll(() => t.service.close());

const times = 8;
const later = 4_000_000_000;

/** What is asked eight times at once. */
interface Deed {
  readonly method: string;
  readonly path: string;
  readonly params?: Record<string, unknown> | (() => FormData);
  /** How many may succeed: what can happen only once, or what is the same whoever asks again. */
  readonly succeeds: 1 | typeof times;
  /** How many events of these kinds the owner hears, `type` or `type/op`. */
  readonly events: Readonly<Record<string, number>>;
  /** The notices of the bot that follow. */
  readonly notices?: number;
}

const post = async (path: string, params: Record<string, unknown>): Promise<number> => {
  const { body } = await t.call(t.owner, 'POST', path, params);
  expect(body.msg).toBe('');
  const name = Object.keys(body).find((key) => /(^|_)ids?$/.test(key))!;
  return [body[name]].flat()[0] as number;
};
const channel = async () => (await addChannel(t, {}, [t.owner])).id;
const message = async (to?: number) =>
  post('/messages', { type: 'stream', to: to ?? (await channel()), topic: 'x', content: 'm' });
let groups = 0;
const group = async () =>
  post('/user_groups/create', { name: `group ${++groups}`, description: '', members: [] });
const scheduled = async () =>
  post('/scheduled_messages', {
    ...{ type: 'stream', to: await channel(), topic: 'x', content: 's' },
    scheduled_delivery_timestamp: later,
  });
let fields = 0;
const profileField = () =>
  post('/realm/profile_fields', { name: `Field ${++fields}`, field_type: 1 });
const bot = () => t.addUser({ is_bot: true, bot_type: 1, bot_owner_id: t.owner.user_id });
const emptyDraft = { type: '', to: [], topic: '', content: 'a draft' };
const picture = (name: string) => () => {
  const form = new FormData();
  form.set(name, new File([new Uint8Array(aPng())], 'a.png', { type: 'image/png' }));
  return form;
};
const keyIn = (link: string) => link.split('/').at(-2);
const lastInvite = async () => {
  const { body } = await t.call(t.owner, 'GET', '/invites');
  return (body['invites'] as { id: number }[]).at(-1)!.id;
};
/** The path to join by, and the id. */
const invite = async (invitee_emails: string): Promise<[string, number]> => {
  const params = { invitee_emails, stream_ids: [], notify_referrer_on_join: false };
  await t.call(t.owner, 'POST', '/invites', params);
  const id = await lastInvite();
  const { body } = await t.call(t.owner, 'GET', `/invites/${id}/link`);
  const { pathname } = new URL(String(body['invite_link']));
  return [pathname.replace(/\/$/, ''), id];
};
const aPlayground = (name: string) => ({
  ...{ name, pygments_language: 'Rust', url_template: 'https://example.org/{code}' },
});
const aLinkifier = (name: string) => ({
  ...{ pattern: `${name}-(?P<id>[0-9]+)`, url_template: 'https://example.org/{id}' },
});
const nightPicture = () => {
  const form = picture('f')();
  form.set('night', 'true');
  return form;
};
const once = (type: string) => ({ succeeds: 1, events: { [type]: 1 } }) as const;
const same = (type: string) => ({ succeeds: times, events: { [type]: 1 } }) as const;
/** The last one counts, and each is told. */
const each = (type: string) => ({ succeeds: times, events: { [type]: times } }) as const;

/** Neither ends nor moves anything, or makes one of its own whenever it is asked. */
const nothing = null;

/** Every operation: a new one has to be put in here. */
const deeds: Readonly<Record<OperationId, null | (() => Promise<Deed>)>> = {
  addDefaultStream: async () => {
    const params = { stream_id: await channel() };
    return { method: 'POST', path: '/default_streams', params, ...same('default_streams') };
  },
  addAlertWords: async () => ({
    ...{ method: 'POST', path: '/users/me/alert_words', params: { alert_words: ['once'] } },
    ...same('alert_words'),
  }),
  addCodePlayground: () =>
    Promise.resolve({
      ...{ method: 'POST', path: '/realm/playgrounds', params: aPlayground('once') },
      ...once('realm_playgrounds'),
    }),
  addLinkifier: () =>
    Promise.resolve({
      ...{ method: 'POST', path: '/realm/filters', params: aLinkifier('once') },
      ...once('realm_linkifiers'),
    }),
  addNavigationView: () =>
    Promise.resolve({
      ...{ method: 'POST', path: '/navigation_views' },
      ...{ params: { fragment: 'inbox', is_pinned: true }, ...once('navigation_view/add') },
    }),
  addReaction: async () => ({
    ...{ method: 'POST', path: `/messages/${await message()}/reactions` },
    ...{ params: { emoji_name: 'tada' }, ...once('reaction/add') },
  }),
  archiveStream: async () => ({
    ...{ method: 'DELETE', path: `/streams/${await channel()}` },
    ...{ ...once('stream/delete'), notices: 1 },
  }),
  createBot: () => {
    const params = { full_name: 'Once Only', short_name: 'once-only' };
    return Promise.resolve({ method: 'POST', path: '/bots', params, ...once('realm_bot/add') });
  },
  createChannelFolder: async () => {
    const params = { name: 'Only one' };
    const path = '/channel_folders/create';
    return { method: 'POST', path, params, ...once('channel_folder/add') };
  },
  confirmEmailChange: async () => {
    await t.call(await t.addUser(), 'PATCH', '/settings', { email: 'once@example.org' });
    const { body } = await t.call(t.owner, 'GET', '/email_changes');
    const [{ link }] = body['email_changes'] as [{ link: string }];
    return {
      ...{ method: 'POST', path: '/email_changes/confirm', params: { key: keyIn(link) } },
      // The address, the name by which the API calls them, and the picture that is made from it.
      ...{ succeeds: 1, events: { 'realm_user/update': 3 } },
    };
  },
  createChannel: async () => ({
    ...{ method: 'POST', path: '/channels/create' },
    ...{ params: { name: 'only once', subscribers: [t.owner.user_id] } },
    ...{ ...once('stream/create'), notices: 1 },
  }),
  createCustomProfileField: () => {
    const params = { name: 'One name', field_type: 1 };
    return Promise.resolve({
      ...{ method: 'POST', path: '/realm/profile_fields', params },
      ...once('custom_profile_fields'),
    });
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
  deleteCustomProfileField: async () => {
    const path = `/realm/profile_fields/${await profileField()}`;
    return { method: 'DELETE', path, ...once('custom_profile_fields') };
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
  reorderCustomProfileFields: async () => {
    await profileField();
    const path = '/realm/profile_fields';
    const { body } = await t.call(t.owner, 'GET', path);
    const order = (body['custom_fields'] as { id: number }[]).map(({ id }) => id).reverse();
    if (order.length < 2) order.unshift(await profileField());
    return { method: 'PATCH', path, params: { order }, ...same('custom_profile_fields') };
  },
  subscribe: async () => ({
    ...{ method: 'POST', path: '/users/me/subscriptions', ...same('subscription/add') },
    ...{ params: { subscriptions: [{ name: 'joined at once' }] }, notices: 1 },
  }),
  updateBot: async () => {
    const path = `/bots/${(await bot()).user_id}`;
    const params = { full_name: 'Another Name' };
    return { method: 'PATCH', path, params, ...same('realm_bot/update') };
  },
  updateCustomProfileField: async () => {
    const path = `/realm/profile_fields/${await profileField()}`;
    const params = { hint: 'Another' };
    return { method: 'PATCH', path, params, ...same('custom_profile_fields') };
  },
  updateProfileData: async () => {
    const params = { data: [{ id: await profileField(), value: 'x' }] };
    const path = '/users/me/profile_data';
    return { method: 'PATCH', path, params, ...same('realm_user/update') };
  },
  updateStream: async () => {
    const id = await channel();
    await message(id);
    const params = { new_name: 'renamed once' };
    return {
      ...{ method: 'PATCH', path: `/streams/${id}`, params },
      ...{ ...once('stream/update'), notices: 1 },
    };
  },
  deactivateCustomEmoji: async () => {
    await t.call(t.owner, 'POST', '/realm/emoji/once_only', picture('f')());
    return { method: 'DELETE', path: '/realm/emoji/once_only', ...once('realm_emoji/update') };
  },
  deactivateUserGroup: async () => {
    const path = `/user_groups/${await group()}/deactivate`;
    return { method: 'POST', path, ...once('user_group/remove') };
  },
  deleteDraft: async () => {
    const id = await post('/drafts', { drafts: [emptyDraft] });
    return { method: 'DELETE', path: `/drafts/${id}`, ...once('drafts/remove') };
  },
  deleteMessage: async () => ({
    ...{ method: 'DELETE', path: `/messages/${await message()}`, ...once('delete_message') },
  }),
  deleteOwnAvatar: async () => {
    await t.call(t.owner, 'POST', '/users/me/avatar', picture('f')());
    return { method: 'DELETE', path: '/users/me/avatar', ...same('realm_user/update') };
  },
  deleteQueue: async () => {
    const { id } = await openQueue(t, t.owner);
    return { method: 'DELETE', path: '/events', params: { queue_id: id }, succeeds: 1, events: {} };
  },
  deleteReminder: async () => {
    const id = await post('/reminders', {
      ...{ message_id: await message(), scheduled_delivery_timestamp: later },
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
  deleteTopic: async () => {
    const to = await channel();
    await message(to);
    const path = `/streams/${to}/delete_topic`;
    return { method: 'POST', path, params: { topic_name: 'x' }, ...same('delete_message') };
  },
  editDraft: async () => {
    const id = await post('/drafts', { drafts: [emptyDraft] });
    const params = { draft: { ...emptyDraft, content: 'another' } };
    return { method: 'PATCH', path: `/drafts/${id}`, params, ...each('drafts/update') };
  },
  editNavigationView: async () => {
    await t.call(t.owner, 'POST', '/navigation_views', { fragment: 'feed', is_pinned: true });
    const [path, params] = ['/navigation_views/feed', { is_pinned: false }];
    return { method: 'PATCH', path, params, ...same('navigation_view/update') };
  },
  editSavedSnippet: async () => {
    const id = await post('/saved_snippets', { title: 't', content: 'c' });
    const path = `/saved_snippets/${id}`;
    return { method: 'PATCH', path, params: { title: 'new' }, ...same('saved_snippets/update') };
  },
  markAllAsRead: async () => {
    await post('/messages', {
      ...{ type: 'direct', to: [t.owner.user_id], content: 'n', read_by_sender: false },
    });
    return { method: 'POST', path: '/mark_all_as_read', ...same('update_message_flags/add') };
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
      ...{ method: 'POST', path: '/mark_topic_as_read', params },
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
  muteUser: async () => ({
    ...{ method: 'POST', path: `/users/me/muted_users/${(await t.addUser()).user_id}` },
    ...once('muted_users'),
  }),
  removeAlertWords: async () => {
    const params = { alert_words: ['gone'] };
    const path = '/users/me/alert_words';
    await t.call(t.owner, 'POST', path, params);
    return { method: 'DELETE', path, params, ...same('alert_words') };
  },
  removeAttachment: async () => {
    await t.call(t.owner, 'POST', '/user_uploads', picture('file')());
    const { body } = await t.call(t.owner, 'GET', '/attachments');
    const id = (body['attachments'] as { id: number }[]).at(-1)!.id;
    return { method: 'DELETE', path: `/attachments/${id}`, ...once('attachment/remove') };
  },
  removeDefaultStream: async () => {
    const params = { stream_id: await channel() };
    await t.call(t.owner, 'POST', '/default_streams', params);
    return { method: 'DELETE', path: '/default_streams', params, ...same('default_streams') };
  },
  removeCodePlayground: async () => {
    const path = `/realm/playgrounds/${await post('/realm/playgrounds', aPlayground('gone'))}`;
    return { method: 'DELETE', path, ...once('realm_playgrounds') };
  },
  removeLinkifier: async () => {
    const path = `/realm/filters/${await post('/realm/filters', aLinkifier('gone'))}`;
    return { method: 'DELETE', path, ...once('realm_linkifiers') };
  },
  removeNavigationView: async () => {
    await t.call(t.owner, 'POST', '/navigation_views', { fragment: 'recent', is_pinned: true });
    return {
      method: 'DELETE',
      path: '/navigation_views/recent',
      ...once('navigation_view/remove'),
    };
  },
  removeReaction: async () => {
    const path = `/messages/${await message()}/reactions`;
    await t.call(t.owner, 'POST', path, { emoji_name: 'tada' });
    return { method: 'DELETE', path, params: { emoji_name: 'tada' }, ...once('reaction/remove') };
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
  unmuteUser: async () => {
    const path = `/users/me/muted_users/${(await t.addUser()).user_id}`;
    await t.call(t.owner, 'POST', path);
    return { method: 'DELETE', path, ...once('muted_users') };
  },
  reorderLinkifiers: async () => {
    const { body } = await t.call(t.owner, 'GET', '/realm/linkifiers');
    const all = (body['linkifiers'] as { id: number }[]).map(({ id }) => id);
    const last = await post('/realm/filters', aLinkifier('last'));
    const params = { ordered_linkifier_ids: [last, ...all] };
    if (all.length === 0)
      params.ordered_linkifier_ids.push(await post('/realm/filters', aLinkifier('more')));
    return { method: 'PATCH', path: '/realm/linkifiers', params, ...same('realm_linkifiers') };
  },
  updateLinkifier: async () => {
    const path = `/realm/filters/${await post('/realm/filters', aLinkifier('old'))}`;
    const params = aLinkifier('new');
    return { method: 'PATCH', path, params, ...same('realm_linkifiers') };
  },
  updateMessage: async () => ({
    ...{ method: 'PATCH', path: `/messages/${await message()}` },
    ...{ params: { topic: 'moved', propagate_mode: 'change_all' } },
    ...{ ...once('update_message'), notices: 1 },
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
  updatePresence: async () => ({
    ...{ method: 'POST', path: '/users/me/presence', params: { status: 'active' } },
    ...same('presence'),
  }),
  updateScheduledMessage: async () => {
    const path = `/scheduled_messages/${await scheduled()}`;
    const params = { content: 'another' };
    return { method: 'PATCH', path, params, ...each('scheduled_messages/update') };
  },
  updateSettings: async () => {
    const params = { enter_sends: true };
    return { method: 'PATCH', path: '/settings', params, ...same('user_settings/update') };
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
  updateUser: async () => {
    const path = `/users/${(await t.addUser()).user_id}`;
    return { method: 'PATCH', path, params: { role: 300 }, ...same('realm_user/update') };
  },
  updateUserByEmail: async () => {
    const path = `/users/${(await t.addUser()).email}`;
    const params = { full_name: 'Another Name' };
    return { method: 'PATCH', path, params, ...same('realm_user/update') };
  },
  updateUserGroup: async () => {
    const path = `/user_groups/${await group()}`;
    const params = { description: 'another' };
    return { method: 'PATCH', path, params, ...same('user_group/update') };
  },
  updateUserGroupMembers: async () => {
    const path = `/user_groups/${await group()}/members`;
    const params = { add: [t.owner.user_id] };
    return { method: 'POST', path, params, ...once('user_group/add_members') };
  },
  updateUserGroupSubgroups: async () => {
    const path = `/user_groups/${await group()}/subgroups`;
    const params = { add: [await group()] };
    return { method: 'POST', path, params, ...once('user_group/add_subgroups') };
  },
  updateStatus: async () => {
    const params = { status_text: 'At once', emoji_name: 'tada' };
    return { method: 'POST', path: '/users/me/status', params, ...same('user_status') };
  },
  updateStatusForUser: async () => {
    const path = `/users/${(await t.addUser()).user_id}/status`;
    return { method: 'POST', path, params: { status_text: 'Away' }, ...same('user_status') };
  },
  updateUserTopic: async () => {
    const params = { stream_id: await channel(), topic: 'x', visibility_policy: 3 };
    return { method: 'POST', path: '/user_topics', params, ...same('user_topic') };
  },
  uploadCustomEmoji: async () => ({
    ...{ method: 'POST', path: '/realm/emoji/one_name', params: picture('f') },
    ...once('realm_emoji/update'),
  }),
  createUserGroup: async () => {
    const params = { name: 'made once', description: '', members: [] };
    return { method: 'POST', path: '/user_groups/create', params, ...once('user_group/add') };
  },
  uploadOwnAvatar: async () => ({
    ...{ method: 'POST', path: '/users/me/avatar', params: picture('f') },
    ...each('realm_user/update'),
  }),
  joinByInvite: async () => {
    const [path] = await invite('joins@example.org');
    const params = { full_name: 'New Person', password: 'a long passphrase' };
    return { method: 'POST', path, params, ...once('realm_user/add') };
  },
  resendEmailInvite: async () => {
    const [, id] = await invite('again@example.org');
    return { method: 'POST', path: `/invites/${id}/resend`, ...each('invites_changed') };
  },
  revokeEmailInvite: async () => {
    const [, id] = await invite('gone@example.org');
    return { method: 'DELETE', path: `/invites/${id}`, ...once('invites_changed') };
  },
  revokeInviteLink: async () => {
    await t.call(t.owner, 'POST', '/invites/multiuse', {});
    const path = `/invites/multiuse/${await lastInvite()}`;
    return { method: 'DELETE', path, ...once('invites_changed') };
  },
  createRealmDomain: async () => ({
    ...{ method: 'POST', path: '/realm/domains' },
    ...{ params: { domain: 'one.example', allow_subdomains: true }, ...once('realm_domains/add') },
  }),
  editRealmDomain: async () => {
    await post('/realm/domains', { domain: 'two.example', allow_subdomains: true });
    const params = { allow_subdomains: false };
    const path = '/realm/domains/two.example';
    return { method: 'PATCH', path, params, ...same('realm_domains/change') };
  },
  deleteRealmDomain: async () => {
    await post('/realm/domains', { domain: 'three.example', allow_subdomains: true });
    const path = '/realm/domains/three.example';
    return { method: 'DELETE', path, ...once('realm_domains/remove') };
  },
  updateRealm: async () => {
    const params = { digest_emails_enabled: true };
    return { method: 'PATCH', path: '/realm', params, ...same('realm/update') };
  },
  updateRealmUserSettingsDefaults: async () => {
    const params = { enter_sends: true };
    const path = '/realm/user_settings_defaults';
    return { method: 'PATCH', path, params, ...same('realm_user_settings_defaults/update') };
  },
  uploadRealmIcon: async () => ({
    ...{ method: 'POST', path: '/realm/icon', params: picture('f') },
    ...each('realm/update_dict'),
  }),
  deleteRealmIcon: async () => {
    await t.call(t.owner, 'POST', '/realm/icon', picture('f')());
    return { method: 'DELETE', path: '/realm/icon', ...same('realm/update_dict') };
  },
  uploadRealmLogo: async () => ({
    ...{ method: 'POST', path: '/realm/logo', params: nightPicture },
    ...each('realm/update_dict'),
  }),
  deleteRealmLogo: async () => {
    await t.call(t.owner, 'POST', '/realm/logo', nightPicture());
    const params = { night: true };
    return { method: 'DELETE', path: '/realm/logo', params, ...same('realm/update_dict') };
  },
  removeApnsToken: async () => {
    const token = 'abcd01';
    await t.call(t.owner, 'POST', '/users/me/apns_device_token', { token, appid: 'org.example' });
    const path = '/users/me/apns_device_token';
    return { method: 'DELETE', path, params: { token }, succeeds: 1, events: {} };
  },
  removeFcmToken: async () => {
    const path = '/users/me/android_gcm_reg_id';
    await t.call(t.owner, 'POST', path, { token: 'one' });
    return { method: 'DELETE', path, params: { token: 'one' }, succeeds: 1, events: {} };
  },
  // The last one counts, and none is told.
  addApnsToken: nothing,
  addFcmToken: nothing,
  // Without a relay nobody is notified; with one, the relay's test has it.
  registerPushDevice: nothing,
  testNotify: nothing,
  e2eeTestNotify: nothing,
  // Each of them makes something of its own.
  createInviteLink: nothing,
  sendInvites: nothing,
  createDrafts: nothing,
  createMessageReminder: nothing,
  createSavedSnippet: nothing,
  createScheduledMessage: nothing,
  registerQueue: nothing,
  reportMessage: nothing,
  sendMessage: nothing,
  sendSubmessage: nothing,
  setTypingStatus: nothing,
  setTypingStatusForMessageEdit: nothing,
  testWelcomeBotCustomMessage: nothing,
  uploadFile: nothing,
  // The last one counts, and none is told.
  regenerateApiKey: nothing,
  regenerateBotApiKey: nothing,
  // The last ones count, and only bots may ask.
  removeBotStorage: nothing,
  updateBotStorage: nothing,
  // Who asks has no account left; and the owner here is the only one.
  deactivateOwnUser: nothing,
  // Only read.
  checkMessagesMatchNarrow: nothing,
  describeInvite: nothing,
  createBigBlueButtonVideoCall: nothing,
  devFetchApiKey: nothing,
  fetchApiKey: nothing,
  getAlertWords: nothing,
  getAttachments: nothing,
  getAuditLog: nothing,
  getChannelFolders: nothing,
  getBotStorage: nothing,
  getBots: nothing,
  getCustomEmoji: nothing,
  getCustomProfileFields: nothing,
  getDrafts: nothing,
  getEmailChanges: nothing,
  getEmailInviteLink: nothing,
  getEvents: nothing,
  getInvites: nothing,
  getLinkifiers: nothing,
  getFileTemporaryUrl: nothing,
  getIsUserGroupMember: nothing,
  getMessage: nothing,
  getMessageHistory: nothing,
  getMessages: nothing,
  getNavigationViews: nothing,
  getOwnUser: nothing,
  getPresence: nothing,
  getPushRelay: nothing,
  getReadReceipts: nothing,
  getRealmDomains: nothing,
  getReminders: nothing,
  getSavedSnippets: nothing,
  getScheduledMessageFailures: nothing,
  getScheduledMessages: nothing,
  getServerSettings: nothing,
  getStreamEmailAddress: nothing,
  getStreamId: nothing,
  getStreamById: nothing,
  getStreamTopics: nothing,
  getStreams: nothing,
  getSubscribers: nothing,
  getSubscriptionStatus: nothing,
  getSubscriptions: nothing,
  getUser: nothing,
  getUserByEmail: nothing,
  getUserGroupMembers: nothing,
  getUserGroupSubgroups: nothing,
  getUserGroups: nothing,
  getUserPresence: nothing,
  getUserStatus: nothing,
  getUsers: nothing,
  renderMessage: nothing,
};

const kindOf = ({ type, op }: Record<string, unknown>): string =>
  op === undefined ? String(type) : `${String(type)}/${String(op)}`;

describe('asked eight times at once', () => {
  const some = Object.entries(deeds).flatMap(([id, make]) => (make ? [[id, make] as const] : []));
  it.each(some)('%s happens once, and is told once', async (_id, make) => {
    const { method, path, params, succeeds, events, notices = 0 } = await make();
    const queue = await openQueue(t, t.owner);
    const replies = await Promise.all(
      Array.from({ length: times }, () =>
        t.call(t.owner, method, path, typeof params === 'function' ? params() : params),
      ),
    );
    const statuses = replies.map(({ status }) => status).sort();
    const refused = statuses.filter((status) => status >= 400 && status < 500).length;
    expect([statuses.length - refused - succeeds, refused], statuses.join()).toEqual([
      0,
      times - succeeds,
    ]);
    const heard = await queue.events();
    for (const [kind, count] of Object.entries(events)) {
      expect(heard.filter((event) => kindOf(event) === kind).length, kind).toBe(count);
    }
    const told = heard.filter(
      ({ type, message: sent }) =>
        type === 'message' &&
        (sent as { sender_full_name: string }).sender_full_name === 'Notification Bot',
    );
    expect(told.length, 'notices').toBe(notices);
  });

  it('first messages of a channel leave the oldest as its first', async () => {
    for (let round = 0; round < 3; round++) {
      const to = await channel();
      const queue = await openQueue(t, t.owner, { event_types: ['stream'] });
      const ids = await Promise.all(Array.from({ length: times }, () => message(to)));
      const [row] = await rowsOf<{ first_message_id: number }>(
        t.store.db,
        sql`select first_message_id from streams where id = ${to}`,
      );
      expect(row!.first_message_id).toBe(Math.min(...ids));
      const values = (await queue.events())
        .filter(({ property }) => property === 'first_message_id')
        .map(({ value }) => value as number);
      expect(values.at(-1)).toBe(Math.min(...ids));
      expect(values).toEqual([...new Set(values)].sort((a, b) => b - a));
    }
  });

  it('nothing is sent to a channel after it was archived beside', async () => {
    for (let round = 0; round < 3; round++) {
      const to = await channel();
      await message(to);
      const send = () =>
        t.call(t.owner, 'POST', '/messages', { type: 'stream', to, topic: 'x', content: 'late' });
      await Promise.all([
        ...Array.from({ length: times }, send),
        t.call(t.owner, 'DELETE', `/streams/${to}`),
        ...Array.from({ length: times }, send),
      ]);
      const [row] = await rowsOf<{ late: number }>(
        t.store.db,
        sql`select count(*)::int as late from messages m where m.stream_id = ${to} and m.id > (
          select n.id from messages n where n.stream_id = ${to} and n.topic = 'channel events')`,
      );
      expect(row!.late).toBe(0);
    }
  });
});
