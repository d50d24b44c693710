import { beforeAll, expect, it } from 'vitest';
import { openQueue } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import type { AccountWithKey } from '../service';

/** The organization's language is the default for new accounts. */

const t = withService();
let member: AccountWithKey;
beforeAll(async () => {
  member = await t.addUser();
});

const languages = async (account: AccountWithKey) => {
  const fetch_event_types = ['user_settings', 'realm_user_settings_defaults'];
  const { body } = await t.call(account, 'POST', '/register', { fetch_event_types });
  return fetch_event_types.map(
    (name) => (body[name] as { readonly default_language: string }).default_language,
  );
};

it('doesn’t change existing accounts, and announces the default for new ones', async () => {
  const events = await openQueue(t, member);
  expect(await languages(member)).toEqual(['en', 'en']);
  await t.call(t.owner, 'PATCH', '/realm', { default_language: 'de' });
  expect(await languages(member)).toEqual(['en', 'de']);
  expect(await events.events()).toContainEqual({
    type: 'realm_user_settings_defaults',
    op: 'update',
    property: 'default_language',
    value: 'de',
  });

  const [email, password] = ['new@example.org', 'nine sails at sea'];
  const names = { full_name: 'Someone New', email };
  const { user_id } = (await t.call(t.owner, 'POST', '/users', { ...names, password })).body;
  const key = await t.call(null, 'POST', '/fetch_api_key', { username: email, password });
  const bot = await t.call(member, 'POST', '/bots', { full_name: 'Clock', short_name: 'clock' });
  const accounts = [
    { ...names, user_id: user_id as number, api_key: key.body['api_key'] as string },
    {
      full_name: 'Clock',
      email: 'clock-bot@localhost',
      user_id: bot.body['user_id'] as number,
      api_key: bot.body['api_key'] as string,
    },
  ];
  for (const account of accounts) expect(await languages(account)).toEqual(['de', 'de']);
  await t.call(t.owner, 'PATCH', '/realm', { default_language: 'en' });
  for (const account of accounts) expect(await languages(account)).toEqual(['de', 'en']);
});
