import { eq } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { users } from '$lib/server/service/db/schema/users';
import { hashPassword } from '$lib/server/service/passwords';
import type { AccountWithKey } from '$lib/server/service/service';
import { apiRequest, basic, readReply, type TestService } from './service';

const password = 'old and long enough';

/** Makes calls with one session, or with a key. */
function as(authorization: string) {
  return async (t: TestService, method: string, path: string, params = {}) => {
    const request = apiRequest(null, method, path, params);
    request.headers.set('authorization', authorization);
    return readReply(await t.service.handle(request, { address: '192.0.2.1' }));
  };
}
type Caller = ReturnType<typeof as>;

/**
 * What ends a session or a key at one service also ends it at the other: its calls, its waiting
 * poll and its queue.
 */
export function checkSessionEnds(services: () => readonly [here: TestService, there: TestService]) {
  async function person(): Promise<AccountWithKey> {
    const [here] = services();
    return here.addUser({
      password_hash: await hashPassword(password),
      delivery_email: `${randomBytes(8).toString('hex')}@example.org`,
    });
  }

  async function signIn(account: AccountWithKey) {
    const [here] = services();
    const token = await here.service.openSession(account);
    return { token, call: as(`Session ${token}`) };
  }

  /** A poll that waits at the other service. */
  async function wait(call: Caller) {
    const [here, there] = services();
    const { body } = await call(here, 'POST', '/register', { fetch_event_types: [] });
    const { queue_id } = body;
    const { waiting_polls } = await there.service.figures();
    const reply = call(there, 'GET', '/events', { queue_id, last_event_id: -1 });
    const waiting = async () => (await there.service.figures()).waiting_polls;
    await expect.poll(waiting).toBe(waiting_polls + 1);
    return { queue_id, reply };
  }

  const statusAt = async (t: TestService, call: Caller) =>
    (await call(t, 'GET', '/users/me')).status;
  async function expectStatus(call: Caller, status: number) {
    for (const t of services()) expect(await statusAt(t, call)).toBe(status);
  }

  describe('a session', () => {
    it('opens the account, and ends with its queue and its poll when it is signed out', async () => {
      const [here, there] = services();
      const account = await person();
      const [one, other] = [await signIn(account), await signIn(account)];
      await expectStatus(one.call, 200);
      const { queue_id, reply } = await wait(one.call);
      await here.service.endSession(one.token);
      expect((await reply).body).toMatchObject({ result: 'success', events: [] });
      await expectStatus(one.call, 401);
      expect(await there.service.hasSession(one.token)).toBe(false);
      const poll = { queue_id, last_event_id: -1, dont_block: true };
      const { body } = await other.call(there, 'GET', '/events', poll);
      expect(body.code).toBe('BAD_EVENT_QUEUE_ID');
      await expectStatus(other.call, 200);
      await expectStatus(as(basic(account)), 200);
    });

    it('ends when another session changes the password', async () => {
      const [here] = services();
      const account = await person();
      const [mine, stolen] = [await signIn(account), await signIn(account)];
      const { reply } = await wait(stolen.call);
      const change = { old_password: password, new_password: 'quite another 1!' };
      const { status } = await mine.call(here, 'PATCH', '/settings', change);
      expect(status).toBe(200);
      expect((await reply).body).toMatchObject({ result: 'success', events: [] });
      await expectStatus(stolen.call, 401);
      await expectStatus(mine.call, 200);
      await expectStatus(as(basic(account)), 200);
    });

    it('ends when another session ends all others', async () => {
      const [here] = services();
      const account = await person();
      const [mine, stolen] = [await signIn(account), await signIn(account)];
      await here.service.endOtherSessions(mine.token);
      await expectStatus(stolen.call, 401);
      await expectStatus(mine.call, 200);
    });

    it('ends with its account', async () => {
      const [here, there] = services();
      const account = await person();
      const { token, call } = await signIn(account);
      const { reply } = await wait(call);
      await here.store.db
        .update(users)
        .set({ is_active: false })
        .where(eq(users.id, account.user_id));
      await expectStatus(call, 401);
      await expectStatus(as(basic(account)), 401);
      expect(await there.service.hasSession(token)).toBe(false);
      there.clock.advance(1_000);
      expect((await reply).body).toMatchObject({ result: 'success', events: [] });
    });

    it('is not begun with a key that is none any more', async () => {
      const [here] = services();
      const account = await person();
      await as(basic(account))(here, 'POST', '/users/me/api_key/regenerate');
      await expect(here.service.openSession(account)).rejects.toMatchObject({
        code: 'INVALID_API_KEY',
      });
    });
  });

  describe('a new key', () => {
    it('ends the old one with its polls, and every session but the one that asks', async () => {
      const [here] = services();
      const account = await person();
      const byKey = as(basic(account));
      const [mine, stolen] = [await signIn(account), await signIn(account)];
      const polls = [await wait(byKey), await wait(stolen.call)];
      const { body } = await mine.call(here, 'POST', '/users/me/api_key/regenerate');
      for (const { reply } of polls) {
        expect((await reply).body).toMatchObject({ result: 'success', events: [] });
      }
      await expectStatus(byKey, 401);
      await expectStatus(stolen.call, 401);
      await expectStatus(mine.call, 200);
      const api_key = body['api_key'] as string;
      expect(api_key).not.toBe(account.api_key);
      await expectStatus(as(basic({ ...account, api_key })), 200);
    });

    it('ends every session when the key itself asks', async () => {
      const [here] = services();
      const account = await person();
      const { call } = await signIn(account);
      await as(basic(account))(here, 'POST', '/users/me/api_key/regenerate');
      await expectStatus(call, 401);
    });
  });
}
