import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  gatewayNames,
  openGateways,
  type Ask,
  type Params,
} from '../../../../../tests/support/both-gateways';
import { addChannel, groupId, openQueue, setRealm } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import { userGroups } from '../../service/db/schema/groups';
import { invitations } from '../../service/db/schema/invitations';
import type { AccountWithKey } from '../../service/service';

/** Every rule of `createInviteLink`. https://zulip.com/api/create-invite-link */

const t = withService();
const people = {} as Record<'admin' | 'moderator' | 'member' | 'guest', AccountWithKey>;
const channels = {} as Record<'open' | 'standard' | 'hidden' | 'archived', number>;
let group: number;
let theirs: number;
let system: number;

beforeAll(async () => {
  const roles = { admin: 200, moderator: 300, member: 400, guest: 600 } as const;
  for (const [name, role] of Object.entries(roles)) {
    people[name as keyof typeof roles] = await t.addUser({ role });
  }
  const add = async (values: Parameters<typeof addChannel>[1]) =>
    (await addChannel(t, values, [t.owner])).id;
  channels.open = await add({});
  channels.standard = await add({ is_default: true });
  channels.hidden = await add({ invite_only: true });
  channels.archived = await add({ is_archived: true });
  system = await groupId(t, 'role:members');
  const made = await t.store.db
    .insert(userGroups)
    .values([
      { realm_id: 1, name: 'ours', creator_id: people.member.user_id },
      { realm_id: 1, name: 'theirs', creator_id: t.owner.user_id },
    ])
    .returning();
  [group, theirs] = [made[0]!.id, made[1]!.id];
});
beforeEach(async () => {
  await t.store.db.delete(invitations);
  await setRealm(t, { create_multiuse_invite_group: await groupId(t, 'role:members') });
});

describe.each(gatewayNames)('invite links through the %s', (gateway) => {
  const as = async (account: AccountWithKey): Promise<Ask> =>
    (await openGateways(t, account))[gateway];
  const create = async (account: AccountWithKey, params: Params = {}) =>
    (await as(account))('POST', '/invites/multiuse', params);
  const list = async (account = t.owner) =>
    (await (await as(account))('GET', '/invites')).body['invites'] as Params[];
  const stored = async () => (await t.store.db.select().from(invitations))[0]!;
  const refusal = (code: string) => ({ status: 400, body: { code } });

  it('are created, listed, and sent to administrators and the inviter', async () => {
    const event_types = ['invites_changed'];
    const [own, admins, others] = [
      await openQueue(t, people.member, { event_types }),
      await openQueue(t, people.admin, { event_types }),
      await openQueue(t, people.moderator, { event_types }),
    ];
    const { body } = await create(people.member);
    expect(body).toEqual({ result: 'success', msg: '', invite_link: expect.any(String) });
    const link_url = String(body['invite_link']);
    expect(link_url).toMatch(/^http:\/\/localhost:4100\/join\/[A-Za-z0-9]{24}\/$/);
    const invited = Math.floor(t.clock.now() / 1000);
    const invite = {
      id: expect.any(Number),
      invited_by_user_id: people.member.user_id,
      invited,
      expiry_date: invited + 14_400 * 60,
      invited_as: 400,
      is_multiuse: true,
      link_url,
    };
    expect(await list(people.member)).toEqual([invite]);
    expect(await list(people.admin)).toEqual([invite]);
    expect(await list(people.moderator)).toEqual([]);
    expect(await own.events()).toEqual([{ type: 'invites_changed' }]);
    expect(await admins.events()).toEqual([{ type: 'invites_changed' }]);
    expect(await others.events()).toEqual([]);
  });

  it.each<[rule: string, given: number | null | undefined, minutes: number | null]>([
    ['for ever with null', null, null],
    ['for as long as requested', 1, 1],
    ['for ten days by default', undefined, 14_400],
  ])('are open %s', async (_rule, given, minutes) => {
    const params = given === undefined ? {} : { invite_expires_in_minutes: given };
    expect((await create(people.admin, params)).status).toBe(200);
    const [invite] = await list();
    expect(invite!['expiry_date']).toBe(
      minutes === null ? null : Number(invite!['invited']) + minutes * 60,
    );
  });

  it('leave the list once they have expired', async () => {
    await create(people.admin, { invite_expires_in_minutes: 1 });
    t.clock.advance(59_000);
    expect(await list()).toHaveLength(1);
    t.clock.advance(1_000);
    expect(await list()).toEqual([]);
  });

  it.each<[who: keyof typeof people | 'owner', roles: readonly number[]]>([
    ['owner', [100, 200, 300, 400, 600]],
    ['admin', [200, 300, 400, 600]],
    ['moderator', [400, 600]],
    ['member', [400, 600]],
  ])('give no role above one’s own: %s', async (who, allowed) => {
    const account = who === 'owner' ? t.owner : people[who];
    for (const invite_as of [100, 200, 300, 400, 600]) {
      const reply = await create(account, { invite_as });
      const code = invite_as === 100 ? 'UNAUTHORIZED_PRINCIPAL' : 'BAD_REQUEST';
      if (allowed.includes(invite_as)) expect(reply.status).toBe(200);
      else expect(reply).toMatchObject(refusal(code));
    }
    expect((await list()).map(({ invited_as }) => invited_as)).toEqual(allowed);
  });

  it('give the member role by default', async () => {
    await create(people.admin);
    expect(await list()).toMatchObject([{ invited_as: 400 }]);
  });

  it('can be created by people the organization allows, but not by guests and bots', async () => {
    await setRealm(t, {
      create_multiuse_invite_group: await groupId(t, 'role:administrators'),
    });
    expect(await create(people.member)).toMatchObject(refusal('BAD_REQUEST'));
    expect((await create(people.admin)).status).toBe(200);
    await setRealm(t, { create_multiuse_invite_group: await groupId(t, 'role:everyone') });
    expect(await create(people.guest)).toMatchObject(refusal('BAD_REQUEST'));
    const bot = await t.addUser({ is_bot: true, bot_type: 1 });
    expect(await create(bot)).toMatchObject(refusal('BAD_REQUEST'));
  });

  it.each<[rule: string, given: () => Params]>([
    ['a role of no kind', () => ({ invite_as: 500 })],
    ['no time at all', () => ({ invite_expires_in_minutes: 0 })],
    ['a time before now', () => ({ invite_expires_in_minutes: -5 })],
    ['a time beyond all calendars', () => ({ invite_expires_in_minutes: 2 ** 50 })],
    ['a time in words', () => ({ invite_expires_in_minutes: 'a week' })],
    ['a channel that does not exist', () => ({ stream_ids: [999_999] })],
    ['a channel beyond all ids', () => ({ stream_ids: [2 ** 40] })],
    ['a channel that is hidden', () => ({ stream_ids: [channels.open, channels.hidden] })],
    ['an archived channel', () => ({ stream_ids: [channels.archived] })],
    ['channels in words', () => ({ stream_ids: 'general' })],
    ['a group that does not exist', () => ({ group_ids: [999_999] })],
    ['a group of a role', () => ({ group_ids: [system] })],
    ['a group that one may add nobody to', () => ({ group_ids: [theirs] })],
    ['a welcome message by who is no administrator', () => ({ welcome_message_custom_text: 'Hi' })],
    ['no welcome by who is no administrator', () => ({ welcome_message_custom_text: '' })],
  ])('refuse %s', async (_rule, given) => {
    expect(await create(people.member, given())).toMatchObject(refusal('BAD_REQUEST'));
    expect(await list()).toEqual([]);
  });

  it('include channels that the inviter can subscribe others to', async () => {
    const stream_ids = [channels.open, channels.standard, channels.open];
    expect((await create(people.member, { stream_ids })).status).toBe(200);
    expect(await stored()).toMatchObject({ stream_ids: [channels.open, channels.standard] });
  });

  it('include only default channels if the inviter can’t subscribe others', async () => {
    await setRealm(t, {
      create_multiuse_invite_group: await groupId(t, 'role:members'),
      can_add_subscribers_group: await groupId(t, 'role:administrators'),
    });
    const one = await create(people.member, { stream_ids: [channels.open] });
    expect(one).toMatchObject(refusal('BAD_REQUEST'));
    const given = {
      stream_ids: [channels.standard],
      include_realm_default_subscriptions: true,
    };
    expect((await create(people.member, given)).status).toBe(200);
    expect(await stored()).toMatchObject(given);
  });

  it('include groups that the inviter can add people to', async () => {
    expect((await create(people.member, { group_ids: [group] })).status).toBe(200);
    expect(await stored()).toMatchObject({ group_ids: [group] });
    await t.store.db.delete(invitations);
    expect((await create(t.owner, { group_ids: [theirs, group] })).status).toBe(200);
  });

  it('have no channels, groups or welcome message by default', async () => {
    await create(people.admin);
    expect(await stored()).toMatchObject({
      stream_ids: [],
      group_ids: [],
      include_realm_default_subscriptions: false,
      welcome_message_custom_text: null,
    });
  });

  it.each<[rule: string, given: Params, kept: string | null]>([
    ['a text', { welcome_message_custom_text: '**Hello**' }, '**Hello**'],
    ['no text', { welcome_message_custom_text: '' }, ''],
    ['null', { welcome_message_custom_text: null }, null],
    ['8000 characters', { welcome_message_custom_text: '𝒂'.repeat(8000) }, '𝒂'.repeat(8000)],
  ])('take %s as the welcome by an administrator', async (_rule, given, kept) => {
    expect((await create(people.admin, given)).status).toBe(200);
    expect((await stored()).welcome_message_custom_text).toBe(kept);
  });

  it('refuse a welcome message of 8001 characters, and accept null from anyone', async () => {
    const long = { welcome_message_custom_text: 'x'.repeat(8001) };
    expect(await create(people.admin, long)).toMatchObject(refusal('BAD_REQUEST'));
    const none = { welcome_message_custom_text: null };
    expect((await create(people.member, none)).status).toBe(200);
  });

  it('ignore invite_expires_in_days, which minutes have replaced', async () => {
    const { body } = await create(people.admin, { invite_expires_in_days: 3 });
    expect(body['ignored_parameters_unsupported']).toEqual(['invite_expires_in_days']);
  });

  it('can be revoked once, by their creator and by administrators', async () => {
    for (const [maker, revoker] of [
      [people.member, people.member],
      [people.member, people.admin],
    ] as const) {
      await create(maker);
      const [invite] = await list();
      const path = `/invites/multiuse/${String(invite!['id'])}`;
      const other = await as(people.moderator);
      expect(await other('DELETE', path)).toMatchObject(refusal('BAD_REQUEST'));
      const mine = await as(revoker);
      const wrong = await mine('DELETE', path.replace('/multiuse', ''));
      expect(wrong).toMatchObject(refusal('BAD_REQUEST'));
      const queue = await openQueue(t, maker, { event_types: ['invites_changed'] });
      expect((await mine('DELETE', path)).body).toEqual({ result: 'success', msg: '' });
      expect(await queue.events()).toEqual([{ type: 'invites_changed' }]);
      expect(await list()).toEqual([]);
      expect(await mine('DELETE', path)).toMatchObject(refusal('BAD_REQUEST'));
    }
    const mine = await as(people.admin);
    expect(await mine('DELETE', '/invites/multiuse/99999999999')).toMatchObject(
      refusal('BAD_REQUEST'),
    );
  });

  it('can only be revoked by owners if they create owners', async () => {
    await create(t.owner, { invite_as: 100 });
    const { id } = await stored();
    const path = `/invites/multiuse/${id}`;
    const reply = await (await as(people.admin))('DELETE', path);
    expect(reply).toMatchObject(refusal('UNAUTHORIZED_PRINCIPAL'));
    expect((await (await as(t.owner))('DELETE', path)).status).toBe(200);
    const [row] = await t.store.db.select().from(invitations).where(eq(invitations.id, id));
    expect(row).toMatchObject({ revoked: true });
  });

  it('let anyone who follows them join with the inviter’s role, channels and groups', async () => {
    const given = { invite_as: 600, stream_ids: [channels.open], group_ids: [group] };
    const { body } = await create(t.owner, given);
    const { pathname } = new URL(String(body['invite_link']));
    const path = pathname.replace(/\/$/, '');
    const visitor = await as(people.guest);
    const shown = { state: 'open', organization: 'Test organization', invited_as: 600 };
    expect((await visitor('GET', path)).body).toMatchObject(shown);
    const email = `joined-${gateway.length}@example.org`;
    const joined = await visitor('POST', path, {
      email,
      full_name: 'Joanna Joined',
      password: 'seven green lamps',
    });
    expect(joined.body).toMatchObject({ result: 'success', email });
    const inside = await (await as(t.owner))('GET', `/streams/${channels.open}/members`);
    expect(inside.body['subscribers']).toContain(joined.body['user_id']);
    const person = await (await as(t.owner))('GET', `/users/${String(joined.body['user_id'])}`);
    expect(person.body['user']).toMatchObject({ role: 600, full_name: 'Joanna Joined' });
  });
});
