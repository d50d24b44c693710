import { expect } from 'vitest';
import { once, same, each, type ConcurrentActions } from './action';
import {
  aLinkifier,
  aPlayground,
  group,
  invite,
  lastInvite,
  nightPicture,
  picture,
  post,
  profileField,
  t,
} from './service';

export const organizationActions = {
  addCodePlayground: () =>
    Promise.resolve({
      method: 'POST',
      path: '/realm/playgrounds',
      params: aPlayground('once'),
      ...once('realm_playgrounds'),
    }),
  addLinkifier: () =>
    Promise.resolve({
      method: 'POST',
      path: '/realm/filters',
      params: aLinkifier('once'),
      ...once('realm_linkifiers'),
    }),
  createCustomProfileField: () => {
    const params = { name: 'One name', field_type: 1 };
    return Promise.resolve({
      method: 'POST',
      path: '/realm/profile_fields',
      params,
      ...once('custom_profile_fields'),
    });
  },
  deleteCustomProfileField: async () => {
    const path = `/realm/profile_fields/${await profileField()}`;
    return { method: 'DELETE', path, ...once('custom_profile_fields') };
  },
  reorderCustomProfileFields: async () => {
    await profileField();
    const path = '/realm/profile_fields';
    const { body } = await t.call(t.owner, 'GET', path);
    const order = (body['custom_fields'] as { id: number }[]).map(({ id }) => id).reverse();
    if (order.length < 2) order.unshift(await profileField());
    return { method: 'PATCH', path, params: { order }, ...same('custom_profile_fields') };
  },
  updateCustomProfileField: async () => {
    const path = `/realm/profile_fields/${await profileField()}`;
    const params = { hint: 'Other' };
    return { method: 'PATCH', path, params, ...same('custom_profile_fields') };
  },
  deleteRealmExport: async () => {
    const id = await post('/export/realm', {});
    const read = async () => {
      const { body } = await t.call(t.owner, 'GET', '/export/realm');
      return (body['exports'] as { id: number }[]).find((each) => each.id === id);
    };
    await expect.poll(read).toMatchObject({ pending: false, failed_timestamp: null });
    return { method: 'DELETE', path: `/export/realm/${id}`, ...once('realm_export') };
  },
  // Another event follows once the export is written; the test doesn't wait for it.
  exportRealm: () =>
    Promise.resolve({ method: 'POST', path: '/export/realm', succeeds: 1 as const, events: {} }),
  deactivateCustomEmoji: async () => {
    await t.call(t.owner, 'POST', '/realm/emoji/once_only', picture('f')());
    return { method: 'DELETE', path: '/realm/emoji/once_only', ...once('realm_emoji/update') };
  },
  deactivateUserGroup: async () => {
    const path = `/user_groups/${await group()}/deactivate`;
    return { method: 'POST', path, ...once('user_group/remove') };
  },
  removeCodePlayground: async () => {
    const path = `/realm/playgrounds/${await post('/realm/playgrounds', aPlayground('gone'))}`;
    return { method: 'DELETE', path, ...once('realm_playgrounds') };
  },
  removeLinkifier: async () => {
    const path = `/realm/filters/${await post('/realm/filters', aLinkifier('gone'))}`;
    return { method: 'DELETE', path, ...once('realm_linkifiers') };
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
  uploadCustomEmoji: async () => ({
    method: 'POST',
    path: '/realm/emoji/one_name',
    params: picture('f'),
    ...once('realm_emoji/update'),
  }),
  createUserGroup: async () => {
    const params = { name: 'made once', description: '', members: [] };
    return { method: 'POST', path: '/user_groups/create', params, ...once('user_group/add') };
  },
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
    method: 'POST',
    path: '/realm/domains',
    params: { domain: 'one.example', allow_subdomains: true },
    ...once('realm_domains/add'),
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
    method: 'POST',
    path: '/realm/icon',
    params: picture('f'),
    ...each('realm/update_dict'),
  }),
  deleteRealmIcon: async () => {
    await t.call(t.owner, 'POST', '/realm/icon', picture('f')());
    return { method: 'DELETE', path: '/realm/icon', ...same('realm/update_dict') };
  },
  uploadRealmLogo: async () => ({
    method: 'POST',
    path: '/realm/logo',
    params: nightPicture,
    ...each('realm/update_dict'),
  }),
  deleteRealmLogo: async () => {
    await t.call(t.owner, 'POST', '/realm/logo', nightPicture());
    const params = { night: true };
    return { method: 'DELETE', path: '/realm/logo', params, ...same('realm/update_dict') };
  },
} satisfies ConcurrentActions;
