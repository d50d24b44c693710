import { beforeEach, describe, expect, it } from 'vitest';
import type { AccountWithKey } from '$lib/server/service/service';
import {
  gatewayNames,
  openGateways,
  type Ask,
  type Params,
} from '../../../../../tests/support/both-gateways';
import { addChannel, groupId, setRealm } from '../../../../../tests/support/channels';
import { basic } from '../../../../../tests/support/service';
import { withService } from '../../../../../tests/support/with-service';

/**
 * The limits of the API. Length limits of channels, groups, people, statuses, snippets,
 * profile fields, playgrounds, alert words and invitations are tested with their operations.
 */

const t = withService({ uploads: { maxFileMib: 1 } });

const cutText = (text: string) => `${text.slice(0, 10_000 - 20)}\n[message truncated]`;
const mebibyte = 1024 * 1024;

describe.each(gatewayNames)('limits through the %s', (gateway) => {
  let me: AccountWithKey;
  let ask: Ask;
  let channel: number;
  beforeEach(async () => {
    me = await t.addUser();
    ask = (await openGateways(t, me))[gateway];
    channel = (await addChannel(t, {}, [me])).id;
  });
  const register = async (...fetch_event_types: string[]) =>
    (await ask('POST', '/register', { fetch_event_types })).body;
  const send = (values: Params = {}) =>
    ask('POST', '/messages', {
      type: 'stream',
      to: channel,
      topic: 'x',
      content: 'x',
      ...values,
    });
  const read = async (id: unknown, apply_markdown = false) => {
    const { body } = await ask('GET', `/messages/${String(id)}`, { apply_markdown });
    return body['message'] as Params;
  };

  it('are in the first state', async () => {
    expect(await register('realm')).toMatchObject({
      max_message_length: 10_000,
      max_topic_length: 60,
      max_stream_name_length: 60,
      max_stream_description_length: 1024,
      max_channel_folder_name_length: 60,
      max_channel_folder_description_length: 1024,
      max_file_upload_size_mib: 1,
      max_avatar_file_size_mib: 5,
      max_reminder_note_length: 500,
      max_icon_file_size_mib: 5,
      max_logo_file_size_mib: 5,
      max_bulk_new_subscription_messages: 100,
      event_queue_longpoll_timeout_seconds: 90,
      password_min_length: 6,
      password_max_length: 100,
      password_min_guesses: 10_000,
      server_presence_ping_interval_seconds: 60,
      server_presence_offline_threshold_seconds: 200,
      server_typing_started_expiry_period_milliseconds: 45_000,
      server_typing_stopped_wait_period_milliseconds: 12_000,
      server_typing_started_wait_period_milliseconds: 30_000,
    });
  });

  it('a message of the maximum length is kept, a longer one is cut, sent or edited', async () => {
    const whole = 'e'.repeat(10_000);
    for (const [content, kept] of [
      [whole, whole],
      [`\n${whole}\n\n `, whole],
      [`${whole}e`, cutText(`${whole}e`)],
    ] as const) {
      const id = (await send({ content })).body['id'];
      expect((await read(id))['content']).toBe(kept);
      const other = (await send()).body['id'];
      expect((await ask('PATCH', `/messages/${String(other)}`, { content })).status).toBe(200);
      expect((await read(other))['content']).toBe(kept);
    }
  });

  it('a topic of the maximum length is kept, a longer one is cut, sent or moved', async () => {
    const whole = '🐧'.repeat(60);
    for (const [topic, kept] of [
      [whole, whole],
      [` ${whole}  `, whole],
      [`${whole}🐧`, `${'🐧'.repeat(57)}...`],
    ] as const) {
      expect((await read((await send({ topic })).body['id']))['subject']).toBe(kept);
      const other = String((await send()).body['id']);
      expect((await ask('PATCH', `/messages/${other}`, { topic })).status).toBe(200);
      expect((await read(other))['subject']).toBe(kept);
    }
  });

  it('a topic over the maximum length is refused when its visibility is set', async () => {
    const set = (topic: string) =>
      ask('POST', '/user_topics', { stream_id: channel, topic, visibility_policy: 1 });
    expect((await set('🐧'.repeat(60))).status).toBe(200);
    expect((await set('🐧'.repeat(61))).body.code).toBe('BAD_REQUEST');
  });

  it('a reminder’s note can have 500 characters after trimming', async () => {
    const message_id = (await send()).body['id'];
    const scheduled_delivery_timestamp = Math.floor(t.clock.now() / 1000) + 60;
    const remind = (note: string) =>
      ask('POST', '/reminders', { message_id, note, scheduled_delivery_timestamp });
    expect((await remind(` ${'🐧'.repeat(500)}\n`)).status).toBe(200);
    expect((await remind('🐧'.repeat(501))).body.code).toBe('BAD_REQUEST');
  });

  it('a client’s name is cut after 30 characters', async () => {
    const id = (await send({ client: '🐧'.repeat(31) })).body['id'];
    expect((await read(id))['client']).toBe('🐧'.repeat(30));
  });

  it('a client without a name is named by its User-Agent before the slash', async () => {
    const name = { 'key gateway': 'Unspecified', 'session gateway': 'Inkwell' }[gateway];
    expect((await read((await send()).body['id']))['client']).toBe(name);
  });

  it('at most 5000 messages can be requested in one call', async () => {
    const get = (num_before: number, num_after: number) =>
      ask('GET', '/messages', { anchor: 'newest', num_before, num_after });
    expect((await get(2500, 2500)).status).toBe(200);
    expect((await get(2500, 2501)).body.code).toBe('BAD_REQUEST');
    expect((await get(-1, 0)).body.code).toBe('BAD_REQUEST');
  });

  it('the first state contains the newest 1000 drafts', async () => {
    const drafts = Array.from({ length: 1001 }, (_, i) => ({
      type: '',
      to: [],
      topic: '',
      content: `n ${i}`,
      timestamp: 1000 + i,
    }));
    await ask('POST', '/drafts', { drafts: drafts.slice(0, 1) });
    await ask('POST', '/drafts', { drafts: drafts.slice(1) });
    const kept = (await register('drafts'))['drafts'] as Params[];
    expect([kept.length, kept[0]!['content'], kept.at(-1)!['content']]).toEqual([
      1000,
      'n 1000',
      'n 1',
    ]);
  });

  it('everyone can use channel-wide mentions below 16 subscribers', async () => {
    await setRealm(t, { can_mention_many_users_group: await groupId(t, 'role:nobody') });
    const crowd = [];
    while (crowd.length < 14) crowd.push(await t.addUser());
    const call = (to: number) => send({ to, content: '@**all**' });
    const [few, many] = [
      (await addChannel(t, {}, [me, ...crowd])).id,
      (await addChannel(t, {}, [me, ...crowd, await t.addUser()])).id,
    ];
    expect((await call(few)).status).toBe(200);
    expect((await call(many)).body.code).toBe('STREAM_WILDCARD_MENTION_NOT_ALLOWED');
    await setRealm(t, {});
  });

  it('a file of the maximum size is accepted, a larger one is refused', async () => {
    const upload = (size: number) => {
      const form = new FormData();
      form.append('file', new File([new Uint8Array(size)], 'x.bin'));
      return ask('POST', '/user_uploads', form);
    };
    expect((await upload(mebibyte)).status).toBe(200);
    const { status, body } = await upload(mebibyte + 1);
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('the URL of a file without sign-in is valid for a minute', async () => {
    const form = new FormData();
    form.append('file', new File(['x'], 'x.txt'));
    const { body } = await ask('POST', '/user_uploads', form);
    const path = String(body['url']).slice('/user_uploads'.length);
    const url = String((await ask('GET', `/user_uploads${path}`)).body['url']);
    const get = async () => {
      const request = new Request(new URL(url, 'http://localhost:4100'));
      return (await t.service.handle(request, { address: '192.0.2.1' })).status;
    };
    t.clock.advance(59_000);
    expect(await get()).toBe(200);
    t.clock.advance(2_000);
    expect(await get()).toBe(403);
  });

  it('a message ten minutes late is not sent and is marked as failed', async () => {
    const scheduled_delivery_timestamp = Math.floor(t.clock.now() / 1000) + 60;
    const given = { type: 'direct', to: [me.user_id], content: 'x', scheduled_delivery_timestamp };
    expect((await ask('POST', '/scheduled_messages', given)).status).toBe(200);
    t.clock.advance(60_000 + 600_000 + 61_000);
    const failed = async () => {
      const { body } = await ask('GET', '/scheduled_messages');
      return (body['scheduled_messages'] as Params[]).map((one) => one['failed']);
    };
    await expect.poll(failed).toEqual([true]);
  });
});

it('a resumable upload over the maximum size is refused with 413', async () => {
  const me = await t.addUser();
  const begin = (size: number) => {
    const headers = {
      'tus-resumable': '1.0.0',
      'upload-length': String(size),
      authorization: basic(me),
    };
    const request = new Request('http://localhost:4100/api/v1/tus/', { method: 'POST', headers });
    return t.service.handle(request, { address: '192.0.2.1' });
  };
  expect((await begin(mebibyte)).status).toBe(201);
  expect((await begin(mebibyte + 1)).status).toBe(413);
});
