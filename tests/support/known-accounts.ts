import { describe, expect, it } from 'vitest';
import type { AccountWithKey } from '$lib/server/service/service';
import type { TestService } from './service';

/**
 * A change made at one service applies at the other as soon as it is answered, even if that one had
 * cached the account.
 */
export function checkKnownAccounts(
  services: () => readonly [here: TestService, there: TestService],
) {
  /** An account that both services have cached. */
  async function known(): Promise<AccountWithKey> {
    const [here, there] = services();
    const account = await here.addUser();
    for (const t of [here, there, here, there]) expect(await statusAt(t, account)).toBe(200);
    return account;
  }

  const me = (t: TestService, account: AccountWithKey) => t.call(account, 'GET', '/users/me');
  const statusAt = async (t: TestService, account: AccountWithKey) => (await me(t, account)).status;

  async function change(account: AccountWithKey, method: string, path: string, params = {}) {
    const [here] = services();
    const reply = await here.call(account, method, path, params);
    expect(reply.body).toMatchObject({ result: 'success' });
    return reply.body;
  }

  describe('an account that is known', () => {
    it('is not opened by a key that was made anew', async () => {
      const account = await known();
      const { api_key } = await change(account, 'POST', '/users/me/api_key/regenerate');
      for (const t of services()) {
        expect(await statusAt(t, account)).toBe(401);
        expect(await statusAt(t, { ...account, api_key: String(api_key) })).toBe(200);
      }
    });

    it('is not taken for another, whose address only looks the same in capitals', async () => {
      const [here] = services();
      const { email } = await here.addUser();
      const people = await Promise.all(
        ['İ', 'i\u0307', 'I', 'ı', 'ß', 'ẞ', 'ς', 'σ']
          .map((letter) => `${letter}.${email}`)
          .map((delivery_email) => here.addUser({ delivery_email }).catch(() => null)),
      );
      const known = people.filter((person) => person !== null);
      expect(known.length).toBeGreaterThan(4);
      for (const t of [...services(), ...services()]) {
        for (const person of known) {
          expect((await me(t, person)).body, person.email).toMatchObject({
            user_id: person.user_id,
          });
        }
      }
    });

    it('has its new role, whatever it asks at the same time', async () => {
      const [here, there] = services();
      const account = await known();
      for (const role of [600, 400, 300, 600, 200]) {
        const meanwhile = Array.from({ length: 6 }, () => me(there, account));
        await change(here.owner, 'PATCH', `/users/${account.user_id}`, { role });
        for (const t of services()) expect((await me(t, account)).body).toMatchObject({ role });
        await Promise.all(meanwhile);
        for (const t of services()) expect((await me(t, account)).body).toMatchObject({ role });
      }
    });

    it('is closed with its deactivation, and open again', async () => {
      const [here] = services();
      const account = await known();
      await change(here.owner, 'DELETE', `/users/${account.user_id}`);
      for (const t of services()) expect(await statusAt(t, account)).toBe(401);
      await change(here.owner, 'POST', `/users/${account.user_id}/reactivate`);
      for (const t of services()) expect(await statusAt(t, account)).toBe(200);
    });

    it('has its new settings, and those of the organization', async () => {
      const [here, there] = services();
      const account = await known();
      await change(account, 'PATCH', '/settings', { enable_drafts_synchronization: false });
      expect((await there.call(account, 'GET', '/drafts')).status).toBe(400);
      await change(account, 'PATCH', '/settings', { enable_drafts_synchronization: true });
      expect((await there.call(account, 'GET', '/drafts')).status).toBe(200);

      const to = JSON.stringify([here.owner.user_id]);
      const sent = await there.call(account, 'POST', '/messages', {
        type: 'direct',
        to,
        content: 'first',
      });
      const path = `/messages/${String(sent.body['id'])}`;
      const edit = async () => (await there.call(account, 'PATCH', path, { content: 'b' })).status;
      expect(await edit()).toBe(200);
      await change(here.owner, 'PATCH', '/realm', { allow_message_editing: false });
      expect(await edit()).toBe(400);
      await change(here.owner, 'PATCH', '/realm', { allow_message_editing: true });
      expect(await edit()).toBe(200);
    });
  });
}
