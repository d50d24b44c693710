import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addChannel, openQueue, setRealm } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import type { AccountWithKey } from '../service';

const t = withService();
let me: AccountWithKey;
let other: AccountWithKey;
let moderator: AccountWithKey;
let moderation: { id: number; name: string };
let message: number;

beforeAll(async () => {
  me = await t.addUser();
  other = await t.addUser();
  moderator = await t.addUser({ role: 300 });
  moderation = await addChannel(t, { invite_only: true }, [moderator]);
  const { id } = await addChannel(t, {}, [me, other]);
  const { body } = await t.call(other, 'POST', '/messages', {
    type: 'channel',
    to: id,
    topic: 'plans',
    content: 'Buy now @**all**\n```\nx',
  });
  message = Number(body['id']);
});
afterEach(() => setRealm(t, {}));

const report = (params: Record<string, unknown>, id = message, account = me) =>
  t.call(account, 'POST', `/messages/${id}/report`, params);
const takeReports = () => setRealm(t, { moderation_request_channel_id: moderation.id });

describe('reportMessage', () => {
  it('posts the message, the reporter and the reason to the moderators’ channel', async () => {
    await takeReports();
    const queue = await openQueue(t, moderator, { event_types: ['message'] });
    const params = { report_type: 'spam', description: ' ```\n@**all** look ' };
    expect((await report(params)).body).toEqual({ result: 'success', msg: '' });
    const [{ message: posted, flags }] = (await queue.events()) as [
      { message: { content: string }; flags: string[] },
    ];
    expect(posted).toMatchObject({
      display_recipient: moderation.name,
      subject: `About ${other.full_name}`,
    });
    expect(posted.content).toContain(`@_**${me.full_name}|${me.user_id}** reported [this message]`);
    expect(posted.content).toContain('Reason: **spam**');
    expect(posted.content).toContain('````quote\n```\n@**all** look\n````');
    expect(posted.content).toContain('````quote\nBuy now @**all**\n```\nx\n````');
    // Nothing in the quote notifies anyone.
    expect(flags).toEqual([]);
  });

  it.each([
    [{}, 'REQUEST_VARIABLE_MISSING'],
    [{ report_type: 'boring' }, 'BAD_REQUEST'],
    [{ report_type: 'other' }, 'BAD_REQUEST'],
    [{ report_type: 'other', description: ' ' }, 'BAD_REQUEST'],
    [{ report_type: 'spam', description: 'x'.repeat(1001) }, 'BAD_REQUEST'],
    [{ report_type: 'spam', description: 'a\0b' }, 'BAD_REQUEST'],
  ])('refuses %j', async (params, code) => {
    await takeReports();
    const { status, body } = await report(params);
    expect([status, body.code]).toEqual([400, code]);
  });

  it('refuses messages the user can’t read, and all reports if the organization takes none', async () => {
    expect((await report({ report_type: 'spam' })).status).toBe(400);
    await takeReports();
    const note = await t.call(other, 'POST', '/messages', {
      type: 'direct',
      to: [other.user_id],
      content: 'x',
    });
    for (const id of [Number(note.body['id']), 999_999]) {
      expect((await report({ report_type: 'spam' }, id)).status).toBe(400);
    }
  });
});
