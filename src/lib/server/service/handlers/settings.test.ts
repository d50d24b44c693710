import { beforeEach, describe, expect, it } from 'vitest';
import { openQueue } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import { hashPassword } from '../passwords';
import type { AccountWithKey } from '../service';

const t = withService();
let me: AccountWithKey;

beforeEach(async () => {
  me = await t.addUser();
});

const update = (params: Record<string, unknown>, account = me) =>
  t.call(account, 'PATCH', '/settings', params);
/** Its values are tested in `gateway/rules/{update-settings,own-account}.test.ts`. */
describe('updateSettings', () => {
  it('notifies others who can now see more or less of the email address', async () => {
    const mine = await openQueue(t, me, { event_types: ['realm_user'] });
    const owners = await openQueue(t, t.owner, { event_types: ['realm_user'] });
    const peer = await t.addUser();
    const peers = await openQueue(t, peer, { event_types: ['realm_user'] });
    await update({ email_address_visibility: 3 });
    const event = { type: 'realm_user', op: 'update' };
    const renamed = {
      ...event,
      person: { user_id: me.user_id, new_email: `user${me.user_id}@localhost` },
    };
    expect(await mine.events()).toEqual([renamed]);
    expect(await owners.events()).toEqual([renamed]);
    expect(await peers.events()).toEqual([
      renamed,
      { ...event, person: { user_id: me.user_id, delivery_email: null } },
    ]);
  });

  it('changes the password once if two requests use the same old one at the same time', async () => {
    const person = await t.addUser({ password_hash: await hashPassword('old and long enough') });
    const change = (new_password: string) =>
      update({ old_password: 'old and long enough', new_password }, person);
    const replies = await Promise.all([change('first 1 of both!'), change('second 1 of both!')]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});
