import { beforeAll, describe, expect, it } from 'vitest';
import { channelCalls, kinds } from '../../../../../tests/support/channel-calls';
import { groupId, openQueue } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import type { AccountWithKey } from '../service';

const t = withService();
let administrator: AccountWithKey;
let member: AccountWithKey;
let other: AccountWithKey;
let guest: AccountWithKey;

beforeAll(async () => {
  administrator = await t.addUser({ role: 200, full_name: 'Ada' });
  member = await t.addUser({ full_name: 'Mel' });
  other = await t.addUser();
  guest = await t.addUser({ role: 600 });
});

const { create, change, queue, notes } = channelCalls(() => t);

describe('updateStream', () => {
  it('announces each change to those who can see the channel, and posts notices of some', async () => {
    const id = await create(member, { name: 'garden', subscribers: [member.user_id] });
    const [mine, theirs] = [await queue(member), await queue(other)];
    const reply = await change(administrator, id, {
      new_name: 'garden party',
      description: 'see #**general**',
      folder_id: null,
      topics_policy: 'disable_empty_topic',
      is_default_stream: true,
      can_send_message_group: { new: { direct_members: [member.user_id], direct_subgroups: [] } },
    });
    expect(reply.body).toEqual({ result: 'success', msg: '' });
    const events = await mine.events();
    expect(kinds(events)).toEqual([
      ...['name', 'description', 'topics_policy', 'can_send_message_group'].map(
        (property) => `stream/update/${property}`,
      ),
      'default_streams',
    ]);
    expect(events[0]).toEqual({
      type: 'stream',
      op: 'update',
      stream_id: id,
      name: 'garden',
      property: 'name',
      value: 'garden party',
    });
    expect(events[1]).toMatchObject({ name: 'garden party', value: 'see #**general**' });
    expect(events[1]!['rendered_description']).toContain('data-stream-id="1"');
    expect(await theirs.events()).toEqual(events);
    const noticeTexts = await notes(member, id);
    expect(noticeTexts).toEqual([
      expect.stringContaining('created this channel'),
      expect.stringContaining('from `garden` to `garden party`'),
      expect.stringMatching(/Before: none[^]*> see #\*\*general\*\*/),
    ]);
    await change(t.owner, id, { is_default_stream: false });
  });

  it('sends old clients the posting policy as a number', async () => {
    const id = await create(member);
    const mine = await queue(member);
    const administrators = await groupId(t, 'role:administrators');
    await change(t.owner, id, { can_send_message_group: { new: administrators } });
    const values = (await mine.events()).map(({ property, value }) => [property, value]);
    expect(values).toEqual([
      ['can_send_message_group', administrators],
      ['stream_post_policy', 2],
      ['is_announcement_only', true],
    ]);
  });

  it('is for administrators and channel administrators', async () => {
    const id = await create(member);
    expect((await change(other, id, { description: 'x' })).body).toMatchObject({
      code: 'BAD_REQUEST',
    });
    expect((await change(guest, id, { description: 'x' })).status).toBe(400);
    expect((await change(member, id, { description: 'x' })).status).toBe(200);
    expect((await change(administrator, id, { description: 'y' })).status).toBe(200);
  });

  it('changes a group setting only if it is what the caller expects', async () => {
    const id = await create(member);
    const old = { direct_members: [other.user_id], direct_subgroups: [] };
    const both = { direct_members: [other.user_id, member.user_id], direct_subgroups: [] };
    expect((await change(member, id, { can_subscribe_group: { new: both, old } })).body).toEqual({
      result: 'error',
      msg: expect.any(String) as string,
      code: 'EXPECTATION_MISMATCH',
      field_name: 'old',
    });
    const mine = { direct_members: [member.user_id], direct_subgroups: [] };
    const right = { can_administer_channel_group: { new: both, old: mine } };
    expect((await change(member, id, right)).status).toBe(200);
    expect((await change(other, id, { description: 'mine too' })).status).toBe(200);
  });

  it('shows a channel to those who can now see it, and removes it for others', async () => {
    const id = await create(member, { subscribers: [member.user_id] });
    const [inside, outside, boss] = [await queue(member), await queue(other), await queue(t.owner)];
    expect((await change(member, id, { is_private: true })).status).toBe(200);
    const privacy = {
      property: 'invite_only',
      value: true,
      history_public_to_subscribers: false,
      is_web_public: false,
    };
    expect((await inside.events())[0]).toMatchObject(privacy);
    expect((await boss.events())[0]).toMatchObject(privacy);
    expect(await outside.events()).toEqual([
      { type: 'stream', op: 'delete', streams: [{ stream_id: id }], stream_ids: [id] },
    ]);
    const again = await queue(other);
    expect((await change(member, id, { is_private: false })).status).toBe(200);
    expect(await again.events()).toMatchObject([
      { type: 'stream', op: 'create', streams: [{ stream_id: id, subscriber_count: 0 }] },
      { type: 'subscription', op: 'peer_add', stream_ids: [id], user_ids: [member.user_id] },
    ]);
    expect((await inside.events()).at(-1)).toMatchObject({
      history_public_to_subscribers: true,
    });
    expect(await notes(member, id)).toEqual([
      expect.stringContaining('created'),
      expect.stringContaining('from **public** to **private, with protected history**'),
      expect.stringContaining('from **private, with protected history** to **public**'),
    ]);
  });

  it('reveals nothing of a private channel to a user who becomes another’s administrator', async () => {
    const id = await create(member, { subscribers: [member.user_id], invite_only: true });
    const theirs = await queue(other);
    const both = { direct_members: [other.user_id, member.user_id], direct_subgroups: [] };
    expect((await change(administrator, id, { can_subscribe_group: { new: both } })).status).toBe(
      400,
    );
    expect(await theirs.events()).toEqual([]);
    expect((await change(member, id, { can_subscribe_group: { new: both } })).status).toBe(200);
    expect(kinds(await theirs.events())).toEqual(['stream/create', 'subscription/peer_add']);
    const nobody = { direct_members: [], direct_subgroups: [] };
    await change(member, id, { can_subscribe_group: { new: nobody } });
    expect(kinds(await theirs.events()).at(-1)).toBe('stream/delete');
  });

  it('unarchives a channel, in the form that each client supports', async () => {
    const id = await create(member, { subscribers: [member.user_id] });
    await t.call(administrator, 'DELETE', `/streams/${id}`);
    const modern = await queue(member);
    const old = await openQueue(t, member, { event_types: ['stream', 'subscription'] });
    const far = await openQueue(t, other, { event_types: ['stream', 'subscription'] });
    expect((await change(member, id, { is_archived: true })).status).toBe(400);
    expect((await change(member, id, { is_archived: false })).status).toBe(200);
    expect((await change(member, id, { is_archived: false })).status).toBe(400);
    const is_archived = { property: 'is_archived', value: false, stream_id: id };
    expect(await modern.events()).toMatchObject([{ type: 'stream', op: 'update', ...is_archived }]);
    expect(kinds(await old.events())).toEqual(['stream/create', 'subscription/add']);
    expect(kinds(await far.events())).toEqual(['stream/create']);
    expect((await notes(member, id)).at(-1)).toContain('brought this channel back');
  });

  it('announces changes in an archived channel only to clients that support them', async () => {
    const id = await create(member);
    await t.call(administrator, 'DELETE', `/streams/${id}`);
    const modern = await queue(member);
    const old = await openQueue(t, member, { event_types: ['stream'] });
    expect((await change(member, id, { new_name: `gone ${id}` })).status).toBe(200);
    expect(kinds(await modern.events())).toEqual(['stream/update/name']);
    expect(await old.events()).toEqual([]);
  });
});
