import { beforeAll, describe, expect, it } from 'vitest';
import { gatewayNames, openGateways, type Ask } from '../../../../../tests/support/both-gateways';
import { addChannel, openQueue } from '../../../../../tests/support/channels';
import { testClock } from '../../../../../tests/support/clock';
import { testFiles } from '../../../../../tests/support/files';
import { withService } from '../../../../../tests/support/with-service';
import { silentLog } from '../../../../../tests/support/silent-log';
import { emptyStore } from '../../../../../tests/support/stores';
import { emailChanges } from '../db/schema/email-changes';
import { assembleService, type AccountWithKey } from '../service';

/**
 * `user{id}@{host}` stands in for a hidden email address. No one can claim such an address, and if
 * a user has one from earlier, every operation still reads it as the user with that id.
 */

const t = withService();

const reserved = [
  'user1@localhost',
  'USER1@LocalHost',
  'user00007@localhost',
  'user99999999999@localhost',
  'user1@localhost.',
  'user1@127.0.0.1',
  'user1@inkwell.invalid',
  'notes-bot@localhost',
  'notification-bot@inkwell.invalid',
];
let count = 0;
const free = () => {
  count += 1;
  return [`user${count}@elsewhere.example`, `a.user${count}@localhost`, `user${count}x@localhost`];
};

describe.each(gatewayNames)('through the %s', (gateway) => {
  let owner: Ask;
  let anyone: Ask;
  beforeAll(async () => {
    owner = (await openGateways(t, t.owner))[gateway];
    anyone = (await openGateways(t, null))[gateway];
  });
  const named = { full_name: 'Mallory Mask', password: 'seven green lamps' };

  const ways: Record<string, (email: string) => Promise<{ status: number }>> = {
    'by joining': async (email) => {
      const { body } = await owner('POST', '/invites/multiuse', {});
      const path = new URL(String(body['invite_link'])).pathname.replace(/\/$/, '');
      return anyone('POST', path, { ...named, email });
    },
    'by being invited': (invitee_emails) =>
      owner('POST', '/invites', { invitee_emails, stream_ids: [] }),
    'by being created': (email) => owner('POST', '/users', { ...named, email }),
    'by a change of their own': async (email) => {
      const mallory = (await openGateways(t, await t.addUser()))[gateway];
      return mallory('PATCH', '/settings', { email });
    },
    'by a change that an owner makes': async (new_email) => {
      const { user_id } = await t.addUser();
      return owner('PATCH', `/users/${user_id}`, { new_email });
    },
  };

  it.each(Object.keys(ways))('refuses a reserved address %s', async (way) => {
    const statuses = new Map<string, number>();
    for (const email of reserved) statuses.set(email, (await ways[way]!(email)).status);
    expect(Object.fromEntries(statuses)).toEqual(
      Object.fromEntries(reserved.map((email) => [email, 400])),
    );
    for (const email of free()) {
      expect(await ways[way]!(email), email).toMatchObject({ status: 200 });
    }
  });

  it('a confirmation requested earlier doesn’t give a reserved address', async () => {
    const me = await t.addUser();
    const email = `moved${gateway.length}@example.org`;
    await t.call(me, 'PATCH', '/settings', { email });
    const { body } = await t.call(t.owner, 'GET', '/email_changes');
    const emailChange = (body['email_changes'] as { new_email: string; link: string }[]).find(
      ({ new_email }) => new_email === email,
    );
    const key = new URL(emailChange!.link).pathname.split('/')[2];
    await t.store.db.update(emailChanges).set({ new_email: `user${me.user_id}@localhost` });
    expect(await anyone('POST', '/email_changes/confirm', { key })).toMatchObject({ status: 400 });
  });
});

it('an organization’s first owner can’t have a reserved address', async () => {
  const service = await assembleService(await emptyStore(), {
    baseUrl: 'http://localhost:4100',
    files: testFiles(),
    log: silentLog,
    clock: testClock(),
    rateLimits: null,
  });
  const input = { name: 'Name', full_name: 'Olga Owner', password: 'a long passphrase' };
  await expect(
    service.createOrganization({ ...input, email: 'user1@localhost' }),
  ).rejects.toMatchObject({ status: 400 });
  await service.close();
});

describe.each(gatewayNames)('an address means one user everywhere, through the %s', (gateway) => {
  let victim: AccountWithKey;
  let thief: AccountWithKey;
  let me: AccountWithKey;
  let ask: Ask;
  let address: string;
  beforeAll(async () => {
    victim = await t.addUser({ settings: { email_address_visibility: 5 } });
    address = `user${victim.user_id}@localhost`;
    // An address like one that could be claimed in earlier versions, or under another host.
    thief = await t.addUser({ delivery_email: address });
    me = await t.addUser();
    ask = (await openGateways(t, me))[gateway];
  });

  it('in messages, scheduled messages and typing', async () => {
    const to = [address];
    const sent = await ask('POST', '/messages', { type: 'direct', to, content: 'for you' });
    const { body } = await ask('GET', `/messages/${String(sent.body['id'])}`);
    const ids = (message: unknown) =>
      (message as { display_recipient: { id: number }[] }).display_recipient.map(({ id }) => id);
    expect(ids(body['message'])).toEqual([victim.user_id, me.user_id]);
    const typing = await openQueue(t, victim, { event_types: ['typing', 'message'] });
    await ask('POST', '/typing', { type: 'direct', op: 'start', to });
    const scheduled = await ask('POST', '/scheduled_messages', {
      type: 'direct',
      to,
      content: 'later',
      scheduled_delivery_timestamp: t.clock.now() / 1000 + 60,
    });
    // Scheduled messages and typing accept only ids, as documented.
    expect([scheduled.status, await typing.events()]).toEqual([400, []]);
  });

  it('in narrows', async () => {
    const content = `from the victim, ${gateway}`;
    await t.call(victim, 'POST', '/messages', { type: 'direct', to: [me.user_id], content });
    await t.call(thief, 'POST', '/messages', { type: 'direct', to: [me.user_id], content: 'no' });
    for (const operator of ['dm', 'dm-including', 'sender']) {
      const { body } = await ask('GET', '/messages', {
        anchor: 'newest',
        num_before: 1,
        num_after: 0,
        apply_markdown: false,
        narrow: [{ operator, operand: address }],
      });
      expect(body['messages'], operator).toMatchObject([{ content }]);
    }
  });

  it('among subscribers', async () => {
    const { id, name } = await addChannel(t, { invite_only: true }, [me]);
    const { body } = await ask('POST', '/users/me/subscriptions', {
      subscriptions: [{ name }],
      principals: [address],
    });
    expect(body['result']).toBe('success');
    const members = await ask('GET', `/streams/${id}/members`);
    expect(members.body['subscribers']).toEqual([victim.user_id, me.user_id]);
  });

  it('in the directory, presence and profile pictures', async () => {
    const { body } = await ask('GET', `/users/${address}`);
    expect(body['user']).toMatchObject({ user_id: victim.user_id });
    await t.call(thief, 'POST', '/users/me/presence', { status: 'active' });
    expect((await ask('GET', `/users/${address}/presence`)).status).toBe(400);
  });

  it('in changes by administrators', async () => {
    const owner = (await openGateways(t, t.owner))[gateway];
    await owner('PATCH', `/users/${address}`, { full_name: 'Vera Victim' });
    const { body } = await owner('GET', `/users/${victim.user_id}`);
    expect(body['user']).toMatchObject({ full_name: 'Vera Victim' });
  });
});
