import { m } from '$lib/paraglide/messages';
import { isInkwell, type ServerVersion } from '../../api/feature-level';
import type { SettingName } from '../../api/settings-table';
import { settingsWithoutEffect } from './setting-labels';

/** Settings of email notifications. The Inkwell server sends none, even with SMTP configured. */
const ofEmail: ReadonlySet<SettingName> = new Set([
  'email_notifications_batching_period_seconds',
  'enable_digest_emails',
  'enable_followed_topic_email_notifications',
  'enable_login_emails',
  'enable_marketing_emails',
  'enable_offline_email_notifications',
  'enable_stream_email_notifications',
  'message_content_in_email_notifications',
  'realm_name_in_email_notifications_policy',
]);

const ofPush: ReadonlySet<SettingName> = new Set([
  'enable_followed_topic_push_notifications',
  'enable_offline_push_notifications',
  'enable_online_push_notifications',
  'enable_stream_push_notifications',
]);

/** Settings that other servers act on. Inkwell's own stores them. */
const ofOthers: ReadonlySet<SettingName> = new Set(['resolved_topic_notice_auto_read_policy']);

type State = ServerVersion & { readonly realm_push_notifications_enabled?: unknown };

/** Explains that a setting has no effect in this app or on this server. Empty if it has. */
export function noEffect(name: SettingName, server: State | null): string {
  if (settingsWithoutEffect.has(name)) return m.settings_acts_elsewhere();
  if (!server) return '';
  if (ofEmail.has(name) && isInkwell(server)) return m.settings_sends_no_email();
  if (ofOthers.has(name) && isInkwell(server)) return m.settings_not_on_this_server();
  const isPushOff = server.realm_push_notifications_enabled === false;
  return ofPush.has(name) && isPushOff ? m.settings_sends_no_push() : '';
}
