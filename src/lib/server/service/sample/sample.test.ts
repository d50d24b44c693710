import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entriesOf } from '../../../../../tests/support/archives';
import { testFiles } from '../../../../../tests/support/files';
import { held } from '../../../../../tests/support/held';
import { rowsIn, sampleRows } from '../../../../../tests/support/sample-rows';
import { apiRequest } from '../../../../../tests/support/service';
import { memoryStore } from '../../../../../tests/support/stores';
import { attachments } from '../db/schema/files';
import { messages } from '../db/schema/messages';
import type { DatabaseStore } from '../db/store';
import { silentLog } from '../../../../../tests/support/silent-log';
import { assembleService, type EmbeddedService } from '../service';
import { sampleHandle } from './people';
import type { SampleReport } from './report';
import { sampleArchive } from './fill';

interface SampleUser extends Record<string, unknown> {
  readonly id: number;
  readonly delivery_email: string;
  readonly full_name: string;
  readonly is_bot: boolean;
  readonly is_active: boolean;
  readonly settings: Readonly<Record<string, unknown>>;
}

interface SampleMessage extends Record<string, unknown> {
  readonly sender_id: number;
  readonly recipient_id: number;
  readonly stream_id: number | null;
  readonly topic: string;
  readonly content: string;
  readonly date_sent: string;
}

/** A draft or a scheduled message. */
interface SampleText extends Record<string, unknown> {
  readonly user_id: number;
  readonly type: string;
  readonly to: readonly number[];
  readonly topic: string;
  readonly content: string;
}

interface SampleChannel extends Record<string, unknown> {
  readonly id: number;
  readonly name: string;
}

const sampleUsers = sampleRows<SampleUser & { is_system_bot: boolean }>('users').filter(
  ({ is_system_bot }) => !is_system_bot,
);
const sampleMessages = sampleRows<SampleMessage>('messages');
const sampleChannels = sampleRows<SampleChannel>('streams');
const sampleDrafts = sampleRows<SampleText>('drafts');
const sampleScheduled = sampleRows<SampleText>('scheduled_messages');

function idOf(handle: string): number {
  return sampleUsers.find(({ delivery_email }) => sampleHandle(delivery_email) === handle)!.id;
}

const subscriptions = new Set(
  sampleRows<{ stream_id: number; user_id: number }>('subscriptions').map(
    ({ stream_id, user_id }) => `${stream_id} ${user_id}`,
  ),
);
const isSubscribed = (user_id: number, stream_id: number) =>
  subscriptions.has(`${stream_id} ${user_id}`);

let store: DatabaseStore;
let service: EmbeddedService;
let report: SampleReport;

beforeAll(async () => {
  store = await memoryStore();
  service = held(
    await assembleService(store, {
      baseUrl: 'http://localhost:4100',
      files: testFiles(),
      log: silentLog,
      rateLimits: null,
    }),
  );
  report = await service.fillSample('small');
}, 60_000);

afterAll(() => service.close());

async function call(
  file: string,
  path: string,
  params: Record<string, unknown> = {},
  method: 'GET' | 'POST' = 'GET',
) {
  const account = report.accounts.find((candidate) => candidate.file === file);
  if (!account) throw new Error(`no account ${file}`);
  const reply = await service.handle(apiRequest(account, method, path, params), {
    address: '192.0.2.1',
  });
  return { status: reply.status, body: await reply.json() };
}

describe('the sample organization', () => {
  test('counts its files, and links what its descriptions mention', async () => {
    const { body } = await call('owner', '/attachments');
    const rows = await store.db.select({ size: attachments.size }).from(attachments);
    expect(body.upload_space_used).toBe(rows.reduce((sum, { size }) => sum + size, 0));
    const { body: all } = await call('owner', '/streams');
    const descriptions = (all.streams as { rendered_description: string }[])
      .map(({ rendered_description }) => rendered_description)
      .filter((html) => html.includes('TT-112'));
    expect(descriptions).toEqual([
      expect.stringMatching(/<a href="[^"]+\/titles\/112">TT-112<\/a>/),
    ]);
  });

  test('has its own linkifiers, playgrounds, views and invitations', async () => {
    const { body: links } = await call('owner', '/realm/linkifiers');
    expect(links.linkifiers).toHaveLength(2);
    const { body: invited } = await call('owner', '/invites');
    expect(invited.invites).toMatchObject([{ is_multiuse: true }, { is_multiuse: false }]);
    const { body: views } = await call('owner', '/navigation_views');
    expect(views.navigation_views).toHaveLength(2);
  });

  test('has a credentials file for every role and a bot', () => {
    const files = report.accounts.map(({ file }) => file);
    const named = ['owner', 'admin', 'moderator', 'member', 'member2', 'guest', 'bot'];
    expect(files).toEqual(expect.arrayContaining(named));
    expect(new Set(files).size).toBe(files.length);
    expect(report.counts).toEqual({
      users: sampleUsers.length,
      channels: 20,
      messages: sampleMessages.length,
    });
    expect(report.counts.messages).toBeGreaterThan(300);
  });

  test('lets everyone in by API key, except deactivated users', async () => {
    for (const { file } of report.accounts) {
      const { status } = await call(file, '/users/me');
      expect([file, status]).toEqual([file, file === 'colm' ? 401 : 200]);
    }
  });

  test('shows what messages can contain, all rendered', async () => {
    const rows = await store.db.select({ html: messages.rendered_content }).from(messages);
    const all = rows.map(({ html }) => html).join('\n');
    for (const part of [
      'class="user-mention" data-user-id="',
      'class="user-mention silent"',
      'class="stream-topic"',
      'class="codehilite" data-code-language="',
      'class="katex"',
      '<time datetime="',
      '<blockquote>',
      'class="spoiler-block"',
      '<table>',
      'class="emoji emoji-',
    ]) {
      expect(all).toContain(part);
    }
    expect(all).not.toMatch(/timestamp-error|tex-error|#<strong>|@<strong>/);
  });

  test('lets people sign in by password', async () => {
    const member = report.accounts.find(({ file }) => file === 'member');
    const request = apiRequest(null, 'POST', '/fetch_api_key', {
      username: member?.email,
      password: member?.password,
    });
    const reply = await service.handle(request, { address: '192.0.2.1' });
    expect(await reply.json()).toMatchObject({ result: 'success', api_key: member?.api_key });
  });

  test('offers its people by name, without bots and deactivated users', async () => {
    const offered = await service.samplePeople();
    expect(offered).toHaveLength(sampleUsers.length - 2);
    expect(offered[0]).toMatchObject({ role: 100, full_name: 'Inês Carvalho' });
    const account = await service.signInAsSample(offered[0]?.user_id ?? 0);
    expect(account.email).toBe('ines@ternandtallow.example');
  });

  test('offers three people with a description each', async () => {
    const people = (await service.samplePeople()).filter(({ story }) => story);
    expect(people.map(({ full_name, role }) => [full_name, role])).toEqual([
      ['Inês Carvalho', 100],
      ['Hanna Lindqvist', 400],
      ['Beatrix van der Meulen-Oosterhuis', 600],
    ]);
  });

  test('has scheduled messages of Hanna’s: one that failed, one that will, and a recurring one', async () => {
    const { body } = await call('member', '/scheduled_messages');
    const waiting = body.scheduled_messages as { content: string; failed: boolean }[];
    const times = new Map<string, number>();
    for (const { content } of waiting) times.set(content, (times.get(content) ?? 0) + 1);
    expect([...times.values()].toSorted()).toEqual([1, 1, 1, 1, 1, 5]);
    expect(waiting.filter(({ failed }) => failed)).toHaveLength(1);
    const { body: failed } = await call('member', '/scheduled_messages/failures');
    expect(failed.failures).toMatchObject([{ code: 'CHANNEL_ARCHIVED' }]);
    const announcements = sampleChannels.find(({ name }) => name === 'announcements')!;
    const doomed = sampleScheduled.filter(
      ({ user_id, type, to }) =>
        user_id === idOf('hanna') && type === 'stream' && to[0] === announcements.id,
    );
    expect(doomed).toHaveLength(1);
    const { body: refused } = await call(
      'member',
      '/messages',
      { type: 'stream', to: announcements.id, topic: doomed[0]?.topic, content: 'Now?' },
      'POST',
    );
    expect(refused.msg).toMatch(/Not authorized/);
  });

  test('has five snippets of Hanna’s, all with placeholders', async () => {
    const { body } = await call('member', '/saved_snippets');
    const own = body.saved_snippets as { content: string }[];
    expect(own).toHaveLength(5);
    for (const { content } of own) expect(content).toMatch(/\{[a-z]+[:}]/);
  });

  test('has something of everyone on each page', async () => {
    const present = sampleUsers.filter(({ is_bot, is_active }) => !is_bot && is_active);
    for (const { delivery_email, settings } of present) {
      const { file } = report.accounts.find(({ email }) => email === delivery_email)!;
      const { body: begun } = await call(file, '/drafts');
      // Users who keep drafts on one device have none here.
      const isSynchronized = settings['enable_drafts_synchronization'] !== false;
      expect([file, begun.count > 0]).toEqual([file, isSynchronized]);
      const { body: later } = await call(file, '/scheduled_messages');
      expect([file, later.scheduled_messages.length]).not.toEqual([file, 0]);
      const { body: saved } = await call(file, '/saved_snippets');
      expect([file, saved.saved_snippets.length]).not.toEqual([file, 0]);
    }
  });

  test('has files that their readers can open, and emoji', async () => {
    const { body } = await call('member', '/attachments');
    const files = body.attachments as { name: string; path_id: string; messages: unknown[] }[];
    expect(files.map(({ name }) => name).toSorted()).toEqual(['captions-41-50.md', 'goat.png']);
    expect(files.every(({ messages: linking }) => linking.length === 1)).toBe(true);
    const address = `/user_uploads/${files[0]?.path_id ?? ''}`;
    const { body: tomas } = await call('member2', address);
    expect(tomas.url).toMatch(/^\/user_uploads\/temporary\//);
    const { body: known } = await call('guest', '/realm/emoji');
    const emoji = Object.values(known.emoji as Record<string, { name: string }>);
    expect(emoji.map(({ name }) => name)).toEqual(['tern', 'kettle']);
  });

  test('has folders, nested groups, and fields of each type with values', async () => {
    const { body: listed } = await call('member', '/channel_folders', { include_archived: true });
    expect(listed.channel_folders).toHaveLength(sampleRows('channel_folders').length);
    const { body: replyBody } = await call('member', '/realm/profile_fields');
    const types = (replyBody.custom_fields as { type: number }[]).map(({ type }) => type);
    expect(types.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const { body: me } = await call('member', '/users/me', {
      include_custom_profile_fields: true,
    });
    expect(Object.keys(me.profile_data as object)).toHaveLength(7);
    const { body: found } = await call('member', '/user_groups');
    const groups = found.user_groups as { name: string; direct_subgroup_ids: number[] }[];
    expect(groups.find(({ name }) => name === 'makers')?.direct_subgroup_ids).toHaveLength(1);
  });

  test('has Hanna’s status, alert words, followed topics and mutes', async () => {
    const event_types = ['user_status', 'alert_words', 'user_topic', 'muted_users'];
    const { body } = await call('member', '/register', { event_types }, 'POST');
    expect(body.alert_words).toEqual(['goat', 'caption', 'drizzle']);
    expect(Object.keys(body.user_status as object)).toHaveLength(
      sampleRows('user_statuses').length,
    );
    const policies = (body.user_topics as { visibility_policy: number }[]).map(
      ({ visibility_policy }) => visibility_policy,
    );
    expect(policies.toSorted()).toEqual([1, 1, 2, 3, 3]);
  });

  test('has reactions, reminders, profile pictures and presence', async () => {
    const params = { anchor: 'newest', num_before: 1000, num_after: 0 };
    const { body } = await call('member', '/messages', params);
    type Said = { content: string; reactions: { emoji_name: string }[] };
    const loved = (body.messages as Said[]).filter(({ reactions }) => reactions.length > 0);
    const given = new Set(
      sampleRows<{ message_id: number; emoji_code: string }>('reactions').map(
        ({ message_id, emoji_code }) => `${message_id} ${emoji_code}`,
      ),
    );
    expect(loved.length).toBeGreaterThan(given.size / 2);
    for (const file of ['member', 'member2', 'owner']) {
      const { body: replyBody } = await call(file, '/reminders');
      expect(replyBody.reminders).toMatchObject([{ failed: false }]);
    }
    const { body: me } = await call('member', '/users/me');
    expect(me.avatar_url).toMatch(/^\/user_avatars\/.*\.png$/);
    const { body: there } = await call('member', '/realm/presence');
    expect(Object.keys(there.presences as object)).toHaveLength(sampleRows('presences').length);
  });

  test('has drafts of both members, including one to an archived channel', async () => {
    for (const [file, handle] of [
      ['member', 'hanna'],
      ['member2', 'tomas'],
    ] as const) {
      const { body } = await call(file, '/drafts');
      expect(body.count).toBe(
        sampleDrafts.filter(({ user_id }) => user_id === idOf(handle)).length,
      );
    }
  });

  test('shows the owner channels of every type', async () => {
    const { body } = await call('owner', '/streams', {
      include_all: true,
      exclude_archived: false,
    });
    const streams = body.streams as Record<string, unknown>[];
    expect(streams).toHaveLength(sampleChannels.length);
    const kinds = {
      private: streams.filter(({ invite_only }) => invite_only).length,
      webPublic: streams.filter(({ is_web_public }) => is_web_public).length,
      archived: streams.filter(({ is_archived }) => is_archived).length,
      restricted: streams.filter(({ stream_post_policy }) => stream_post_policy !== 1).length,
      policies: new Set(streams.map(({ topics_policy }) => topics_policy)).size,
    };
    expect(kinds).toEqual({ private: 2, webPublic: 2, archived: 1, restricted: 2, policies: 4 });
  });

  test('shows a guest only the guest’s channels', async () => {
    const { body } = await call('guest', '/streams');
    const names = (body.streams as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['freelancers', 'proof corrections']));
    expect(names).not.toContain('general');
  });

  test('is created only once', async () => {
    await expect(service.fillSample('small')).rejects.toMatchObject({ status: 409 });
  });
});

describe('the texts of the sample', () => {
  test('have only senders who are in the conversation', () => {
    const direct = new Map(
      sampleRows<{ id: number; user_ids: number[] | null }>('recipients').map((row) => [
        row.id,
        row.user_ids,
      ]),
    );
    for (const { sender_id, stream_id, recipient_id, content, topic } of sampleMessages) {
      expect(content.trim(), `${topic}: ${sender_id}`).not.toBe('');
      const isThere =
        stream_id === null
          ? direct.get(recipient_id)?.includes(sender_id)
          : isSubscribed(sender_id, stream_id);
      expect(isThere, content).toBe(true);
    }
  });

  test('mention only existing people', () => {
    const names = new Set(sampleUsers.map(({ full_name }) => full_name));
    for (const wildcard of ['all', 'everyone', 'channel', 'topic']) names.add(wildcard);
    const called = sampleMessages.flatMap(({ content }) =>
      [...content.matchAll(/@_?\*\*([^*|]+)(?:\|\d+)?\*\*/g)].map((match) => match[1]!),
    );
    expect(called.length).toBeGreaterThan(10);
    expect(called.filter((name) => !names.has(name))).toEqual([]);
    const handles = new Set(sampleUsers.map(({ delivery_email }) => sampleHandle(delivery_email)));
    const forgotten = sampleMessages.flatMap(({ content }) =>
      [...content.matchAll(/(?:^|[\s(])@_?([a-z]+)\b/g)].map((match) => match[1]!),
    );
    expect(forgotten.filter((handle) => handles.has(handle))).toEqual([]);
  });

  test('are followed and muted where they exist', () => {
    type Policy = { user_id: number; stream_id: number; topic: string };
    for (const { user_id, stream_id, topic } of sampleRows<Policy>('user_topics')) {
      const spoken = sampleMessages.some(
        (message) => message.stream_id === stream_id && message.topic === topic,
      );
      expect([topic, spoken]).toEqual([topic, true]);
      expect(isSubscribed(user_id, stream_id), topic).toBe(true);
    }
  });

  test('have drafts and scheduled messages only in channels of their authors', () => {
    for (const { user_id, type, to, content } of [...sampleDrafts, ...sampleScheduled]) {
      if (type === 'stream') expect(isSubscribed(user_id, to[0]!), content).toBe(true);
    }
  });

  test('fit the length limits of topics and channels', () => {
    expect(sampleMessages.filter(({ topic }) => [...topic].length > 60)).toEqual([]);
    expect(sampleChannels.filter(({ name }) => [...name].length > 60)).toEqual([]);
  });
});

describe('the archive of the sample', () => {
  const start = Date.UTC(2027, 2, 14, 21, 26, 53, 589);
  const manifest = 'src/lib/server/service/sample/archive/manifest.json';
  const made = (JSON.parse(readFileSync(manifest, 'utf8')) as { made: number }).made * 1000;
  const rowsAt = async (now: number, table: string) =>
    rowsIn((await entriesOf(sampleArchive(now))).get(`rows/${table}/000001.jsonl`)!.toString());

  test('tells what happened as long before the start as before its export', async () => {
    const ago = (time: unknown, now: number) => Math.round((now - Date.parse(String(time))) / 1000);
    const moved = await rowsAt(start, 'messages');
    expect(moved.map(({ date_sent }) => ago(date_sent, start - 589))).toEqual(
      sampleMessages.map(({ date_sent }) => ago(date_sent, made)),
    );
    const reminders = await rowsAt(start, 'reminders');
    expect(reminders.map((row) => Number(row['scheduled_delivery_timestamp']) % 60)).toEqual(
      reminders.map(() => 0),
    );
  });

  test('keeps the time of day of scheduled messages and of times in texts', async () => {
    const due = (row: Readonly<Record<string, unknown>>) =>
      new Date(Number(row['scheduled_delivery_timestamp']) * 1000).toISOString();
    const days = Math.floor(start / 86_400_000) - Math.floor(made / 86_400_000);
    const moved = await rowsAt(start, 'scheduled_messages');
    for (const [i, row] of sampleScheduled.entries()) {
      expect(due(moved[i]!).slice(10)).toBe(due(row).slice(10));
      expect((Date.parse(due(moved[i]!)) - Date.parse(due(row))) / 86_400_000).toBe(days);
    }
    const timesIn = (rows: readonly Readonly<Record<string, unknown>>[]) =>
      rows.flatMap(({ content }) =>
        [...String(content).matchAll(/<time:([^>]+)>/g)].map((match) => Date.parse(match[1]!)),
      );
    const before = timesIn(sampleMessages);
    expect(before.length).toBeGreaterThan(0);
    expect(timesIn(await rowsAt(start, 'messages'))).toEqual(
      before.map((time) => time + days * 86_400_000),
    );
  });

  test('stores its files under new paths each time', async () => {
    const pathsOf = async () =>
      [...(await entriesOf(sampleArchive(start))).keys()].filter((name) =>
        name.startsWith('files/'),
      );
    const [first, second] = [await pathsOf(), await pathsOf()];
    expect(first).toHaveLength(12);
    expect(new Set([...first, ...second]).size).toBe(24);
  });
});
