import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { gatewayNames, openGateways, type Ask } from '../../../../../tests/support/both-gateways';
import { addChannel } from '../../../../../tests/support/channels';
import { aPng } from '../../../../../tests/support/pictures';
import type { TestService } from '../../../../../tests/support/service';
import { withService } from '../../../../../tests/support/with-service';
import { users } from '../../service/db/schema/users';

/** Every rule of `getOwnUser` and of the own user object. */

const t = withService();

describe.each(gatewayNames)('getOwnUser through the %s', (gateway) => {
  const someone = async (values: Parameters<TestService['addUser']>[0] = {}) => {
    const me = await t.addUser(values);
    return { me, ask: (await openGateways(t, me))[gateway] };
  };
  const own = async (ask: Ask) => (await ask('GET', '/users/me')).body;

  it('returns every field at the top level of the reply and no other', async () => {
    const { me, ask } = await someone({ full_name: 'Ada', timezone: 'Europe/Oslo' });
    const gravatar = /^https:\/\/secure\.gravatar\.com\/avatar\/[0-9a-f]{32}\?.*version=1$/;
    expect(await own(ask)).toEqual({
      result: 'success',
      msg: '',
      user_id: me.user_id,
      email: me.email,
      delivery_email: me.email,
      full_name: 'Ada',
      avatar_url: expect.stringMatching(gravatar) as string,
      avatar_version: 1,
      role: 400,
      is_admin: false,
      is_owner: false,
      is_guest: false,
      is_bot: false,
      is_active: true,
      timezone: 'Europe/Oslo',
      date_joined: '2026-01-05T09:00:00+00:00',
      max_message_id: -1,
      profile_data: {},
    });
  });

  it.each([
    [100, { is_owner: true, is_admin: true, is_guest: false }],
    [200, { is_owner: false, is_admin: true, is_guest: false }],
    [300, { is_owner: false, is_admin: false, is_guest: false }],
    [400, { is_owner: false, is_admin: false, is_guest: false }],
    [600, { is_owner: false, is_admin: false, is_guest: true }],
  ])('returns the flags of role %d', async (role, is) => {
    const { ask } = await someone({ role });
    expect(await own(ask)).toMatchObject({ role, ...is });
  });

  it('returns no profile for a bot and marks it as one', async () => {
    const { me } = await someone();
    const { ask } = await someone({ is_bot: true, bot_type: 1, bot_owner_id: me.user_id });
    const body = await own(ask);
    expect(body).toMatchObject({ is_bot: true });
    expect(body).not.toHaveProperty('profile_data');
    expect(body).not.toHaveProperty('is_billing_admin');
  });

  it('returns the real email address even if the API shows another', async () => {
    const { me, ask } = await someone({ settings: { email_address_visibility: 4 } });
    const email = `user${me.user_id}@localhost`;
    expect(await own(ask)).toMatchObject({ email, delivery_email: me.email });
  });

  it('returns the newest received message', async () => {
    const { me, ask } = await someone();
    const { id: to } = await addChannel(t, {}, [me, t.owner]);
    const send = async () =>
      (
        await t.call(t.owner, 'POST', '/messages', {
          type: 'channel',
          to,
          topic: 'x',
          content: 'm',
        })
      ).body['id'];
    await send();
    const last = await send();
    await t.call(t.owner, 'POST', '/messages', {
      type: 'direct',
      to: [t.owner.user_id],
      content: 'not received',
    });
    expect(await own(ask)).toMatchObject({ max_message_id: last });
  });

  it('returns the user’s picture with a version that grows', async () => {
    const { ask } = await someone();
    const form = new FormData();
    form.append('filename', new File([aPng() as BlobPart], 'me.png'));
    const { body } = await ask('POST', '/users/me/avatar', form);
    expect(await own(ask)).toMatchObject({
      avatar_url: body['avatar_url'],
      avatar_version: 2,
    });
  });

  it('has no parameters', async () => {
    const { ask } = await someone();
    const { body } = await ask('GET', '/users/me', { client_gravatar: true });
    expect(body['ignored_parameters_unsupported']).toEqual(['client_gravatar']);
    expect(body['avatar_url']).not.toBeNull();
  });

  it('reflects changes', async () => {
    const { me, ask } = await someone();
    await ask('PATCH', '/settings', { full_name: 'Grace', timezone: 'Asia/Kolkata' });
    await t.store.db.update(users).set({ role: 300 }).where(eq(users.id, me.user_id));
    expect(await own(ask)).toMatchObject({
      full_name: 'Grace',
      timezone: 'Asia/Kolkata',
      role: 300,
    });
  });
});
