import { beforeEach, describe, expect, it } from 'vitest';
import { gatewayNames, openGateways, type Ask } from '../../../../../tests/support/both-gateways';
import { addChannel, openQueue } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import type { AccountWithKey } from '../../service/service';

/**
 * Every rule of `uploadFile`, through both gateways, except what other files test: names,
 * sizes, quota and broken bodies in `handlers/attachments.test.ts` (both gateways, both storages),
 * who can read a file in `files/serve.test.ts`, resumable uploads in `files/resumable.test.ts`
 * (keys) and `file-gateways.test.ts` (pages).
 */

const t = withService({ uploads: { maxFileMib: 1 } });

function form(name: string, content = 'hello', fields: Record<string, string> = {}): FormData {
  const made = new FormData();
  for (const [key, value] of Object.entries(fields)) made.append(key, value);
  made.append('file', new File([content], name));
  return made;
}

describe.each(gatewayNames)('uploadFile through the %s', (gateway) => {
  let me: AccountWithKey;
  let other: AccountWithKey;
  let ask: Ask;
  let askOther: Ask;
  beforeEach(async () => {
    [me, other] = [await t.addUser(), await t.addUser()];
    [ask, askOther] = [
      (await openGateways(t, me))[gateway],
      (await openGateways(t, other))[gateway],
    ];
  });
  const upload = async (name = 'notes.txt') =>
    (await ask('POST', '/user_uploads', form(name))).body as unknown as {
      readonly url: string;
      readonly uri: string;
      readonly filename: string;
    };
  const send = (to: object, content: string) => ask('POST', '/messages', { ...to, content });
  /** Whether the file can be read: the gateway redirects, and the API allows it. */
  const statusFor = async (by: Ask, url: string) => (await by('GET', url)).status;

  it('returns url, its deprecated alias uri, and filename, and nothing else', async () => {
    const { status, body } = await ask('POST', '/user_uploads', form('Meeting notes.txt'));
    expect(status).toBe(200);
    expect(body).toEqual({
      result: 'success',
      msg: '',
      filename: 'Meeting notes.txt',
      url: expect.stringMatching(/^\/user_uploads\/.*\/Meeting-notes\.txt$/) as string,
      uri: body['url'],
    });
  });

  it('has no other parameter, and lists those it gets', async () => {
    const given = form('a.txt', 'x', { topic: 'plans', colour: 'blue' });
    const { status, body } = await ask('POST', '/user_uploads', given);
    expect([status, body['ignored_parameters_unsupported']]).toEqual([200, ['colour', 'topic']]);
  });

  it('gives access to the uploader only', async () => {
    const { url } = await upload();
    expect(await statusFor(ask, url)).toBe(200);
    expect(await statusFor(askOther, url)).toBe(403);
    expect((await t.call(t.owner, 'GET', url)).status).toBe(403);
  });

  it('gives access to the recipients of a direct message with the link', async () => {
    const { url, filename } = await upload();
    const third = await t.addUser();
    const to = { type: 'direct', to: [other.user_id] };
    const { body } = await send(to, `[${filename}](${url})`);
    expect(await statusFor(askOther, url)).toBe(200);
    expect((await t.call(third, 'GET', url)).status).toBe(403);
    const { attachments } = (await ask('GET', '/attachments')).body;
    expect(attachments).toMatchObject([{ messages: [{ id: body['id'] }] }]);
  });

  it('gives access to everyone who can read a channel message with the link', async () => {
    const { id: open } = await addChannel(t, {}, [me]);
    const { id: closed } = await addChannel(t, { invite_only: true }, [me]);
    for (const [to, status] of [
      [open, 200],
      [closed, 403],
    ]) {
      const { url, filename } = await upload();
      await send({ type: 'channel', to, topic: 'files' }, `[${filename}](${url})`);
      expect(await statusFor(askOther, url)).toBe(status);
    }
  });

  it('gives no access by a message of someone without access', async () => {
    const { url } = await upload();
    const to = { type: 'direct', to: [t.owner.user_id] };
    await askOther('POST', '/messages', { ...to, content: `[notes](${url})` });
    expect((await t.call(t.owner, 'GET', url)).status).toBe(403);
    expect(await statusFor(askOther, url)).toBe(403);
  });

  it('creates a link text without the brackets in the name', async () => {
    const { url, filename } = await upload('plan [draft].txt');
    expect(filename).toBe('plan [draft].txt');
    const text = filename.replaceAll(/[[\]]/g, '');
    const { body } = await send({ type: 'direct', to: [other.user_id] }, `[${text}](${url})`);
    const got = await ask('GET', `/messages/${String(body['id'])}`);
    expect(got.body['message']).toMatchObject({
      content: `<p><a href="${url}">plan draft.txt</a></p>`,
    });
  });

  it('gives two files of the same name different URLs', async () => {
    const [first, second] = [await upload(), await upload()];
    expect(first.url).not.toBe(second.url);
    expect(first.filename).toBe(second.filename);
  });

  it('sends an event to every client of the uploader and to no one else', async () => {
    const own = { event_types: ['attachment'] };
    const [mine, theirs] = [await openQueue(t, me, own), await openQueue(t, other, own)];
    const { url } = await upload();
    const [event, ...more] = await mine.events();
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      type: 'attachment',
      op: 'add',
      attachment: { path_id: url.slice('/user_uploads/'.length), messages: [] },
    });
    expect(await theirs.events()).toEqual([]);
  });

  it('is available to guests and bots', async () => {
    const guest = await t.addUser({ role: 600 });
    const bot = await t.addUser({ is_bot: true, bot_type: 1, bot_owner_id: me.user_id });
    for (const account of [guest, bot]) {
      const by = (await openGateways(t, account))[gateway];
      expect((await by('POST', '/user_uploads', form('a.txt'))).status).toBe(200);
    }
  });

  it('returns the maximum size in the register reply and refuses larger files', async () => {
    const state = await ask('POST', '/register', { fetch_event_types: ['realm'] });
    expect(state.body['max_file_upload_size_mib']).toBe(1);
    const large = form('large.bin', 'x'.repeat(1024 * 1024 + 1));
    const { status, body } = await ask('POST', '/user_uploads', large);
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
  });
});
