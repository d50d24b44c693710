import { expect, it } from 'vitest';
import { withService } from '../../../../../tests/support/with-service';
import { realms } from '../db/schema/realms';

const t = withService();

it('getServerSettings returns the organization’s description rendered', async () => {
  await t.store.db.update(realms).set({ description: 'Books, *made* <slowly>' });
  const { body } = await t.call(null, 'GET', '/server_settings');
  expect(body['realm_description']).toBe('<p>Books, <em>made</em> &lt;slowly&gt;</p>');
});

it('getServerSettings returns the sign-in methods', async () => {
  const methods = async () => {
    const { body } = await t.call(null, 'GET', '/server_settings');
    return Object.entries(body['authentication_methods'] as Record<string, boolean>)
      .filter(([, isOn]) => isOn)
      .map(([name]) => name);
  };
  expect(await methods()).toEqual(['password', 'email']);
  await t.store.db.update(realms).set({ is_sample: true });
  expect(await methods()).toEqual(['password', 'dev', 'email']);
  await t.store.db.update(realms).set({ is_sample: false });
});

it('devFetchApiKey gives keys to anyone in a sample organization, and otherwise to no one', async () => {
  const fetch = (username: string) => t.call(null, 'POST', '/dev_fetch_api_key', { username });
  expect(await fetch(t.owner.email)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  await t.store.db.update(realms).set({ is_sample: true });
  const { api_key, email, user_id } = t.owner;
  const found = await fetch(` ${email.toUpperCase()} `);
  expect(found.body).toMatchObject({ api_key, email, user_id });
  const gone = await t.addUser({ is_active: false });
  const bot = await t.addUser({ is_bot: true, bot_type: 1 });
  const refused = (code: string) => ({ status: 401, body: { code } });
  expect(await fetch(gone.email)).toMatchObject(refused('USER_DEACTIVATED'));
  expect(await fetch(bot.email)).toMatchObject(refused('AUTHENTICATION_FAILED'));
  expect(await fetch('nobody@example.org')).toMatchObject(refused('AUTHENTICATION_FAILED'));
  await t.store.db.update(realms).set({ is_sample: false });
});

it('createBigBlueButtonVideoCall reports that it isn’t available', async () => {
  const path = '/calls/bigbluebutton/create';
  const params = { meeting_name: 'Monday', voice_only: true };
  expect(await t.call(t.owner, 'GET', path, params)).toMatchObject({
    status: 400,
    body: { code: 'BAD_REQUEST' },
  });
  expect((await t.call(t.owner, 'GET', path)).body.code).toBe('REQUEST_VARIABLE_MISSING');
  expect((await t.call(null, 'GET', path, params)).status).toBe(401);
});
