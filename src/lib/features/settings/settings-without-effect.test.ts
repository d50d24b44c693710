import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { settingsTable, type SettingName } from '../../api/settings-table';
import { noEffect } from './no-effect';
import { settingsWithoutEffect } from './setting-labels';

/**
 * Settings the server acts on (or doesn't): email, mobile notifications, topic policies,
 * visibility.
 */
const serverActs: readonly SettingName[] = [
  'allow_private_data_export',
  'automatically_follow_topics_policy',
  'automatically_follow_topics_where_mentioned',
  'automatically_unmute_topics_in_muted_streams_policy',
  'default_language',
  'email_address_visibility',
  'email_notifications_batching_period_seconds',
  'enable_digest_emails',
  'enable_followed_topic_email_notifications',
  'enable_followed_topic_push_notifications',
  'enable_login_emails',
  'enable_marketing_emails',
  'enable_offline_email_notifications',
  'enable_offline_push_notifications',
  'enable_online_push_notifications',
  'enable_stream_email_notifications',
  'enable_stream_push_notifications',
  'message_content_in_email_notifications',
  'realm_name_in_email_notifications_policy',
  'resolved_topic_notice_auto_read_policy',
  'send_read_receipts',
];

const root = join(import.meta.dirname, '../../../..');
const parts = ['lib/client', 'lib/ui', 'lib/time', 'lib/writing', 'lib/features', 'lib/views'];
/** These files show and change all settings, or a channel's own values. */
const tables = /features\/settings\/|views\/settings\/|features\/channels\/OwnSettings/;

async function sources(folders: readonly string[]): Promise<string> {
  const files = await Promise.all(
    folders.map(async (part) => {
      const names = await readdir(join(root, 'src', part), { recursive: true });
      return names.map((name) => join(root, 'src', part, name));
    }),
  );
  const read = files
    .flat()
    .filter((name) => /\.(?:ts|svelte)$/.test(name) && !/\.test\.ts$/.test(name))
    .filter((name) => !tables.test(name.replaceAll('\\', '/')));
  return (await Promise.all(read.map((name) => readFile(name, 'utf8')))).join('\n');
}

it('says of exactly those settings that they change nothing here that nothing here reads', async () => {
  const code = await sources([...parts, 'routes']);
  const isRead = (name: string) => new RegExp(`['.]${name}\\b`).test(code);
  const names = Object.keys(settingsTable) as SettingName[];
  const unread = names.filter((name) => !isRead(name) && !serverActs.includes(name));
  expect([...settingsWithoutEffect].sort()).toEqual(unread.sort());
});

it('says of exactly those settings that the server ignores them that our server does not read', async () => {
  const code = await sources(['lib/server']);
  const ours = { zulip_feature_level: 420, zulip_version: '12.0-inkwell' };
  const state = { ...ours, realm_push_notifications_enabled: false };
  const unread = serverActs.filter((name) => !new RegExp(`\\b${name}\\b`).test(code));
  expect(serverActs.filter((name) => noEffect(name, state) !== '')).toEqual(unread);
});
