import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/service';

/**
 * The paths in the API documentation, and others that clients call: each must be known and answer
 * these methods. `facts.js` compares parameters and replies.
 */
const documented: readonly (readonly [path: string, methods: string])[] = [
  ['/fetch_api_key', 'POST'],
  ['/dev_fetch_api_key', 'POST'],
  ['/events', 'DELETE GET'],
  ['/get_stream_id', 'GET'],
  ['/mark_all_as_read', 'POST'],
  ['/mark_stream_as_read', 'POST'],
  ['/mark_topic_as_read', 'POST'],
  ['/attachments', 'GET'],
  ['/attachments/{attachment_id}', 'DELETE'],
  ['/drafts', 'GET POST'],
  ['/drafts/{draft_id}', 'DELETE PATCH'],
  ['/navigation_views', 'GET POST'],
  ['/navigation_views/{fragment}', 'DELETE PATCH'],
  ['/saved_snippets', 'GET POST'],
  ['/saved_snippets/{saved_snippet_id}', 'DELETE PATCH'],
  ['/reminders', 'GET POST'],
  ['/reminders/{reminder_id}', 'DELETE'],
  ['/scheduled_messages', 'GET POST'],
  ['/scheduled_messages/{scheduled_message_id}', 'DELETE PATCH'],
  ['/default_streams', 'DELETE POST'],
  ['/messages', 'GET POST'],
  ['/messages/{message_id}/history', 'GET'],
  ['/messages/flags', 'POST'],
  ['/messages/flags/narrow', 'POST'],
  ['/messages/render', 'POST'],
  ['/messages/{message_id}/reactions', 'DELETE POST'],
  ['/messages/{message_id}/read_receipts', 'GET'],
  ['/messages/matches_narrow', 'GET'],
  ['/messages/{message_id}', 'DELETE GET PATCH'],
  ['/messages/{message_id}/report', 'POST'],
  ['/user_uploads', 'POST'],
  ['/user_uploads/{realm_id_str}/{filename}', 'GET'],
  ['/users', 'GET POST'],
  ['/users/{user_id}/reactivate', 'POST'],
  ['/users/{user_id}/status', 'GET POST'],
  ['/users/{user_id_or_email}/presence', 'GET'],
  ['/users/me', 'DELETE GET'],
  ['/users/me/alert_words', 'DELETE GET POST'],
  ['/users/me/presence', 'POST'],
  ['/users/me/status', 'POST'],
  ['/users/me/{stream_id}/topics', 'GET'],
  ['/users/me/subscriptions', 'DELETE GET PATCH POST'],
  ['/users/me/subscriptions/muted_topics', 'PATCH'],
  ['/mobile_push/test_notification', 'POST'],
  ['/mobile_push/e2ee/test_notification', 'POST'],
  ['/mobile_push/register', 'POST'],
  ['/user_topics', 'POST'],
  ['/users/me/muted_users/{muted_user_id}', 'DELETE POST'],
  ['/users/me/apns_device_token', 'DELETE POST'],
  ['/users/me/android_gcm_reg_id', 'DELETE POST'],
  ['/users/{user_id}/subscriptions/{stream_id}', 'GET'],
  ['/realm/emoji/{emoji_name}', 'DELETE POST'],
  ['/realm/emoji', 'GET'],
  ['/realm/presence', 'GET'],
  ['/realm/profile_fields', 'GET PATCH POST'],
  ['/realm/user_settings_defaults', 'PATCH'],
  ['/users/me/subscriptions/properties', 'POST'],
  ['/users/{email}', 'GET PATCH'],
  ['/users/{user_id}', 'DELETE GET PATCH'],
  ['/realm/linkifiers', 'GET PATCH'],
  ['/realm/filters', 'POST'],
  ['/realm/filters/{filter_id}', 'DELETE PATCH'],
  ['/realm/playgrounds', 'POST'],
  ['/realm/playgrounds/{playground_id}', 'DELETE'],
  ['/invites', 'GET POST'],
  ['/invites/multiuse', 'POST'],
  ['/invites/{invite_id}', 'DELETE'],
  ['/invites/multiuse/{invite_id}', 'DELETE'],
  ['/invites/{invite_id}/resend', 'POST'],
  ['/realm/test_welcome_bot_custom_message', 'POST'],
  ['/register', 'POST'],
  ['/server_settings', 'GET'],
  ['/settings', 'PATCH'],
  ['/streams/{stream_id}/members', 'GET'],
  ['/streams', 'GET'],
  ['/streams/{stream_id}', 'DELETE GET PATCH'],
  ['/streams/{stream_id}/email_address', 'GET'],
  ['/streams/{stream_id}/delete_topic', 'POST'],
  ['/typing', 'POST'],
  ['/messages/{message_id}/typing', 'POST'],
  ['/channels/create', 'POST'],
  ['/user_groups/create', 'POST'],
  ['/user_groups/{user_group_id}/members', 'GET POST'],
  ['/user_groups/{user_group_id}', 'PATCH'],
  ['/user_groups', 'GET'],
  ['/user_groups/{user_group_id}/subgroups', 'GET POST'],
  ['/user_groups/{user_group_id}/members/{user_id}', 'GET'],
  ['/user_groups/{user_group_id}/deactivate', 'POST'],
  ['/channel_folders/create', 'POST'],
  ['/channel_folders', 'GET PATCH'],
  ['/channel_folders/{channel_folder_id}', 'PATCH'],
  ['/calls/bigbluebutton/create', 'GET'],
  ['/export/realm', 'GET POST'],
  ['/export/realm/consents', 'GET'],
];

const besides: typeof documented = [
  ['/bot_storage', 'DELETE GET PUT'],
  ['/bots', 'GET POST'],
  ['/bots/{user_id}', 'DELETE PATCH'],
  ['/realm', 'PATCH'],
  ['/settings/display', 'PATCH'],
  ['/settings/notifications', 'PATCH'],
  ['/submessage', 'POST'],
  ['/users/me/api_key/regenerate', 'POST'],
  ['/users/me/avatar', 'DELETE POST'],
  ['/users/me/profile_data', 'DELETE PATCH'],
  ['/users/me/subscriptions/{stream_id}', 'PATCH'],
];

let t: TestService;
beforeAll(async () => {
  t = await startTestService();
});
afterAll(() => t.service.close());

/** As a client sends it, with a value for each parameter. */
const filled = (path: string) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (/_id(_str)?$/.test(name) ? '1' : 'x'));

it.each([...documented, ...besides])('%s answers %s', async (path, methods) => {
  const request = new Request(`http://localhost/api/v1${filled(path)}`, { method: 'OPTIONS' });
  const response = await t.service.handle(request, { address: '192.0.2.1' });
  const allowed = response.headers.get('allow')?.split(', ') ?? [];
  expect(allowed).toEqual(expect.arrayContaining(methods.split(' ')));
});
