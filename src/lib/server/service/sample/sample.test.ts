import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testFiles } from '../../../../../tests/support/files';
import { held } from '../../../../../tests/support/held';
import { apiRequest } from '../../../../../tests/support/service';
import { memoryStore } from '../../../../../tests/support/stores';
import { messages } from '../db/schema/messages';
import type { Store } from '../db/store';
import { silentLog } from '../../../../../tests/support/silent-log';
import { assembleService, type Service } from '../service';
import { channels, subscribersOf } from './channels';
import { sampleDrafts } from './drafts';
import { people } from './people';
import type { SampleReport } from './report';
import { allTalk } from './talk/all';

let store: Store;
let service: Service;
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

async function call(file: string, path: string, params: Record<string, unknown> = {}) {
  const account = report.accounts.find((candidate) => candidate.file === file);
  if (!account) throw new Error(`no account ${file}`);
  const reply = await service.handle(apiRequest(account, 'GET', path, params), {
    address: '192.0.2.1',
  });
  return { status: reply.status, body: await reply.json() };
}

describe('the sample organization', () => {
  test('has links of its own, playgrounds, views and invitations', async () => {
    const { body: links } = await call('owner', '/realm/linkifiers');
    expect(links.linkifiers).toHaveLength(2);
    const { body: invited } = await call('owner', '/invites');
    expect(invited.invites).toMatchObject([{ is_multiuse: true }, { is_multiuse: false }]);
    const { body: views } = await call('owner', '/navigation_views');
    expect(views.navigation_views).toHaveLength(2);
  });

  test('has an account file for every role and a bot', () => {
    const files = report.accounts.map(({ file }) => file);
    const named = ['owner', 'admin', 'moderator', 'member', 'member2', 'guest', 'bot'];
    expect(files).toEqual(expect.arrayContaining(named));
    expect(new Set(files).size).toBe(files.length);
    expect(report.counts).toEqual({
      users: people.length,
      channels: 20,
      messages: allTalk.flatMap(({ lines }) => lines).length,
    });
    expect(report.counts.messages).toBeGreaterThan(300);
  });

  test('lets everybody in by key, but not who has left', async () => {
    for (const { file } of report.accounts) {
      const { status } = await call(file, '/users/me');
      expect([file, status]).toEqual([file, file === 'colm' ? 401 : 200]);
    }
  });

  test('shows what messages can hold, all of it rendered', async () => {
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

  test('lets people in by password', async () => {
    const member = report.accounts.find(({ file }) => file === 'member');
    const request = apiRequest(null, 'POST', '/fetch_api_key', {
      username: member?.email,
      password: member?.password,
    });
    const reply = await service.handle(request, { address: '192.0.2.1' });
    expect(await reply.json()).toMatchObject({ result: 'success', api_key: member?.api_key });
  });

  test('offers its people by name, without bots and who has left', async () => {
    const offered = await service.samplePeople();
    expect(offered).toHaveLength(people.length - 2);
    expect(offered[0]).toMatchObject({ role: 100, full_name: 'Inês Carvalho' });
    const account = await service.signInAsSample(offered[0]?.user_id ?? 0);
    expect(account.email).toBe('ines@ternandtallow.example');
  });

  test('has drafts of both members, one of them to an archived channel', async () => {
    for (const [file, handle] of [
      ['member', 'hanna'],
      ['member2', 'tomas'],
    ] as const) {
      const { body } = await call(file, '/drafts');
      expect(body.count).toBe(sampleDrafts.filter(({ owner }) => owner === handle).length);
    }
  });

  test('shows the owner channels of every kind', async () => {
    const { body } = await call('owner', '/streams', {
      include_all: true,
      exclude_archived: false,
    });
    const streams = body.streams as Record<string, unknown>[];
    expect(streams).toHaveLength(channels.length);
    const kinds = {
      private: streams.filter(({ invite_only }) => invite_only).length,
      webPublic: streams.filter(({ is_web_public }) => is_web_public).length,
      archived: streams.filter(({ is_archived }) => is_archived).length,
      restricted: streams.filter(({ stream_post_policy }) => stream_post_policy !== 1).length,
      policies: new Set(streams.map(({ topics_policy }) => topics_policy)).size,
    };
    expect(kinds).toEqual({ private: 2, webPublic: 2, archived: 1, restricted: 2, policies: 4 });
  });

  test('shows a guest no more than the channels of the guest', async () => {
    const { body } = await call('guest', '/streams');
    const names = (body.streams as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['freelancers', 'proof corrections']));
    expect(names).not.toContain('general');
  });

  test('is made once', async () => {
    await expect(service.fillSample('small')).rejects.toMatchObject({ status: 409 });
  });
});

describe('the texts of the sample', () => {
  test('are spoken by people who are in the conversation', () => {
    const handles = new Set(people.map(({ handle }) => handle));
    const members = new Map(channels.map((channel) => [channel.name, subscribersOf(channel)]));
    for (const { where, topic, lines } of allTalk) {
      expect(lines.length, topic).toBeGreaterThan(0);
      for (const { from, starredBy, text } of lines) {
        expect(handles, from).toContain(from);
        if (starredBy) expect(handles).toContain(starredBy);
        expect(text.trim(), `${topic}: ${from}`).not.toBe('');
        expect(typeof where === 'string' ? members.get(where) : where, topic).toContain(from);
      }
    }
  });

  test('name only people who exist', () => {
    const handles = new Set(people.map(({ handle }) => handle));
    const called = allTalk.flatMap(({ lines }) =>
      lines.flatMap(({ text }) => [...text.matchAll(/(?:^|[\s(])@([a-z]+)\b/g)].map((m) => m[1])),
    );
    expect(called.filter((handle) => !handles.has(handle ?? ''))).toEqual([]);
  });

  test('fit the limits of topics and channels', () => {
    expect(allTalk.filter(({ topic }) => [...topic].length > 60)).toEqual([]);
    expect(channels.filter(({ name }) => [...name].length > 60)).toEqual([]);
  });
});
