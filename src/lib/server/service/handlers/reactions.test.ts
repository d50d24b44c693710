import { beforeEach, describe, expect, it } from 'vitest';
import { openQueue } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import { addTalk, type Talk } from '../../../../../tests/support/talk';

const t = withService();
let talk: Talk;

beforeEach(async () => {
  talk = await addTalk(t);
});

const react = (method: string, id: number | undefined, params: Record<string, unknown>) =>
  t.call(talk.me, method, `/messages/${id ?? 0}/reactions`, params);
async function reactionsOf(id: number | undefined) {
  const { body } = await t.call(talk.other, 'GET', `/messages/${id ?? 0}`);
  return (body['message'] as { reactions: unknown[] }).reactions;
}
const thumb = { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' };

describe('reactions', () => {
  it('are added and removed by name or code, and announced to everyone', async () => {
    const { first } = talk.sent;
    const queue = await openQueue(t, talk.other, { event_types: ['reaction'] });
    await react('POST', first, { emoji_name: '+1' });
    const mine = { user_id: talk.me.user_id, ...thumb };
    expect(await reactionsOf(first)).toEqual([mine]);
    expect((await react('POST', first, thumb)).body.code).toBe('REACTION_ALREADY_EXISTS');
    await react('DELETE', first, { emoji_code: '1f44d', reaction_type: 'unicode_emoji' });
    expect(await reactionsOf(first)).toEqual([]);
    expect((await react('DELETE', first, thumb)).body.code).toBe('REACTION_DOES_NOT_EXIST');
    const user = {
      user_id: talk.me.user_id,
      email: talk.me.email,
      full_name: talk.me.full_name,
      is_mirror_dummy: false,
    };
    const event = { type: 'reaction', message_id: first, ...mine, user };
    expect(await queue.events()).toEqual([
      { ...event, op: 'add' },
      { ...event, op: 'remove' },
    ]);
  });

  it('can be added to a message that was never received, which then gets a row', async () => {
    const { unseen } = talk.sent;
    expect((await react('POST', unseen, { emoji_name: 'zulip' })).status).toBe(200);
    const { body } = await t.call(talk.me, 'GET', '/messages', {
      anchor: 'newest',
      num_before: 9,
      num_after: 0,
      narrow: [['has', 'reaction']],
    });
    expect(body['messages']).toMatchObject([{ id: unseen, flags: ['read', 'historical'] }]);
  });

  it.each([
    [{ emoji_name: 'no_such_emoji' }],
    [{ emoji_name: '+1', emoji_code: '2764' }],
    [{ emoji_name: '+1', reaction_type: 'realm_emoji' }],
    [{ emoji_name: '+1', reaction_type: 'sticker' }],
    [{}],
  ])('are refused for %o', async (params) => {
    expect((await react('POST', talk.sent['first'], params)).status).toBe(400);
  });

  it('are refused for hidden messages', async () => {
    expect((await react('POST', talk.sent['before'], { emoji_name: '+1' })).status).toBe(400);
  });
});
