import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { botStorage } from '$lib/server/service/db/schema/bot-storage';
import { realmExports } from '$lib/server/service/db/schema/exports';
import { discardedFiles, uploads } from '$lib/server/service/db/schema/files';
import { userGroupMembers, userGroups } from '$lib/server/service/db/schema/groups';
import { pushDevices } from '$lib/server/service/db/schema/push';
import { users } from '$lib/server/service/db/schema/users';
import type { DatabaseStore } from '$lib/server/service/db/store';
import type { AccountWithKey } from '$lib/server/service/service';
import { addChannel } from '../support/channels';
import { aPng } from '../support/pictures';
import type { TestService } from '../support/service';

/**
 * Writes rows to every table as the owner, through the API where an operation writes them. `name`
 * keeps the rows of two calls apart. A new table needs a line here.
 */
export async function writeRows(t: TestService, name: string): Promise<void> {
  const { db } = t.store;
  const now = new Date(t.clock.now());
  const ask = async (method: string, path: string, params: Record<string, unknown> | FormData) => {
    const { body } = await t.call(t.owner, method, path, params);
    expect(body, `${method} ${path}`).toMatchObject({ result: 'success' });
    return body;
  };

  const member = await t.addUser({ delivery_email: `${name}@example.org` });
  const { id: stream_id } = await addChannel(t, { name }, [t.owner, member]);
  const [group] = await db
    .insert(userGroups)
    .values({ realm_id: 1, name, date_created: now })
    .returning();
  await db.insert(userGroupMembers).values({ group_id: group!.id, user_id: member.user_id });

  await t.service.openSession(t.owner);
  await ask('POST', '/register', {});
  const { url } = await ask('POST', '/user_uploads', form('file', 'notes.txt', 'hello'));
  await ask('POST', `/realm/emoji/${name}`, form('filename', 'a.png', aPng()));
  const path_id = `1/0/${name}/gone.txt`;
  await db.insert(uploads).values({
    path_id,
    realm_id: 1,
    user_id: member.user_id,
    size: 5,
    metadata: { filename: 'gone.txt' },
    create_time: now,
    touched: now,
  });
  await db.insert(discardedFiles).values({ path_id });
  await db.insert(realmExports).values({
    realm_id: 1,
    acting_user_id: t.owner.user_id,
    export_type: 1,
    size: 5,
    export_time: now,
    touched: now,
    finished: now,
    path_id: `1/0/${name}/whole.tar.gz`,
  });

  await ask('POST', '/realm/domains', { domain: `${name}.example`, allow_subdomains: true });
  await ask('POST', '/users/me/android_gcm_reg_id', { token: name });
  await db.insert(pushDevices).values({
    user_id: member.user_id,
    push_account_id: 1,
    token_kind: 'fcm',
    push_public_key: '',
    bouncer_public_key: '',
    encrypted_push_registration: '',
    registered: now,
  });

  const topic = { type: 'stream', to: stream_id, topic: 'plans' };
  const content = `See [the notes](${String(url)}), @**all**`;
  const { id: message_id } = await ask('POST', '/messages', { ...topic, content });
  await ask('POST', '/messages', { ...topic, content: '/poll Lunch?' });
  await ask('POST', '/messages', { type: 'direct', to: [member.user_id], content: 'hello' });
  await ask('POST', `/messages/${String(message_id)}/reactions`, { emoji_name: 'octopus' });
  await ask('POST', '/user_topics', { stream_id, topic: 'plans', visibility_policy: 3 });
  await ask('PATCH', '/settings', { timezone: 'Europe/Oslo' });
  await ask('POST', '/users/me/avatar', form('filename', 'a.png', aPng()));
  await ask('POST', '/users/me/alert_words', { alert_words: [name] });
  await ask('POST', `/users/me/muted_users/${member.user_id}`, {});
  await ask('POST', '/users/me/status', { status_text: name, emoji_name: 'octopus' });
  await ask('POST', '/users/me/presence', { status: 'active' });
  await t.call(member, 'PATCH', '/settings', { email: `${name}.new@example.org` });
  await t.call(null, 'POST', '/fetch_api_key', { username: member.email, password: 'wrong' });

  const { id: field_id } = await ask('POST', '/realm/profile_fields', { name, field_type: 1 });
  const data = [{ id: field_id, value: 'Captain' }];
  await ask('PATCH', '/users/me/profile_data', { data });
  const bot = { full_name: `Bot of ${name}`, short_name: name };
  const { user_id: bot_id } = await ask('POST', '/bots', bot);
  await db.insert(botStorage).values({ bot_id: Number(bot_id), key: 'seen', value: '1' });

  const scheduled_delivery_timestamp = now.getTime() / 1000 + 3600;
  await ask('POST', '/channel_folders/create', { name, description: 'Of *one* kind' });
  await ask('POST', '/drafts', { drafts: [{ ...topic, to: [stream_id], content: 'Later' }] });
  await ask('POST', '/saved_snippets', { title: 'Thanks', content: 'Thank you' });
  await ask('POST', '/scheduled_messages', { ...topic, content, scheduled_delivery_timestamp });
  await ask('POST', '/navigation_views', { fragment: name, is_pinned: true, name });
  const url_template = 'https://example.org/{code}';
  await ask('POST', '/realm/playgrounds', { name, pygments_language: 'Rust', url_template });
  const pattern = `${name}-(?P<code>[0-9]+)`;
  await ask('POST', '/realm/filters', { pattern, url_template });
  await ask('POST', '/invites/multiuse', {});
  await ask('POST', '/reminders', { message_id, scheduled_delivery_timestamp });
}

/** Expects that the owner can read the rows of `writeRows` and can write such rows again. */
export async function expectRows(t: TestService): Promise<void> {
  const lists = {
    '/attachments': 'attachments',
    '/channel_folders': 'channel_folders',
    '/audit_log': 'entries',
    '/drafts': 'drafts',
    '/export/realm': 'exports',
    '/messages': 'messages',
    '/invites': 'invites',
    '/navigation_views': 'navigation_views',
    '/bots': 'bots',
    '/realm/emoji': 'emoji',
    '/realm/linkifiers': 'linkifiers',
    '/realm/domains': 'domains',
    '/realm/profile_fields': 'custom_fields',
    '/reminders': 'reminders',
    '/saved_snippets': 'saved_snippets',
    '/scheduled_messages': 'scheduled_messages',
    '/streams': 'streams',
    '/email_changes': 'email_changes',
    '/users': 'members',
    '/users/me/alert_words': 'alert_words',
    '/realm/presence': 'presences',
  };
  const range = { anchor: 'newest', num_before: 10, num_after: 0 };
  for (const [path, key] of Object.entries(lists)) {
    const { body } = await t.call(t.owner, 'GET', path, path === '/messages' ? range : {});
    expect(Object.values(body[key] ?? {}), path).not.toEqual([]);
  }
  await writeRows(t, 'second');
}

/** The owner, who wrote the rows. */
export async function ownerIn({ db }: DatabaseStore): Promise<AccountWithKey> {
  const [user] = await db
    .select()
    .from(users)
    .where(sql`role = 100`);
  const { id, delivery_email, full_name, api_key } = user!;
  return { user_id: id, email: delivery_email, full_name, api_key };
}

function form(field: string, name: string, content: string | Buffer): FormData {
  const made = new FormData();
  made.append(field, new File([content as BlobPart], name));
  return made;
}
