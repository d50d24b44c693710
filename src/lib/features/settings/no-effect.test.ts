import { expect, it } from 'vitest';
import type { SettingName } from '../../api/settings-table';
import { noEffect } from './no-effect';

const theirs = { zulip_feature_level: 372, zulip_version: '10.2' };
const ours = { zulip_feature_level: 420, zulip_version: '12.0-inkwell' };
const isSaid = (name: SettingName, server: Parameters<typeof noEffect>[1]) =>
  noEffect(name, server) !== '';

it('says that email notifications have no effect only on the Inkwell server', () => {
  expect(isSaid('enable_offline_email_notifications', ours)).toBe(true);
  expect(isSaid('enable_offline_email_notifications', theirs)).toBe(false);
});

it('says that mobile notifications have no effect if the server sends none', () => {
  const named = (enabled: boolean) =>
    isSaid('enable_offline_push_notifications', {
      ...theirs,
      realm_push_notifications_enabled: enabled,
    });
  expect([named(false), named(true)]).toEqual([true, false]);
});

it('is empty for other settings', () => {
  expect(isSaid('enable_sounds', ours)).toBe(false);
});
