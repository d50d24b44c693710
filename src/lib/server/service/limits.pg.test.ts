import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSideBySide, type SideBySide } from '../../../../tests/support/side-by-side';
import { createGatewayRateLimits } from '../gateway/gateway-rate-limits';
import { users } from './db/schema/users';
import { hashPassword } from './passwords';
import { defaultRateLimits } from './rate-limits';
import { eq } from 'drizzle-orm';

let side: SideBySide;
beforeAll(async () => {
  side = await startSideBySide(3, { rateLimits: defaultRateLimits });
});
afterAll(() => side.close());

/** How many of these calls succeed when made concurrently, in turn across processes. */
async function granted(times: number, ask: (place: number) => Promise<boolean>): Promise<number> {
  const replies = Array.from({ length: times }, (_, i) => ask(i % side.services.length));
  return (await Promise.all(replies)).filter(Boolean).length;
}

/** As many as with one process, plus at most a tenth. */
function expectLimit(count: number, limit: number): void {
  expect(count).toBeGreaterThanOrEqual(limit);
  expect(count).toBeLessThanOrEqual(limit * 1.1);
}

describe('three processes together', () => {
  it('allow an account its requests per minute', async () => {
    const account = await side.services[0]!.addUser();
    const ask = async (place: number) => {
      const reply = await side.services[place]!.call(account, 'GET', '/drafts');
      return reply.status === 200;
    };
    expectLimit((await granted(300, ask)) + (await granted(60, ask)), defaultRateLimits.perUser);
  });

  it('allow an IP address its requests without an account', async () => {
    const address = '192.0.2.77';
    const ask = async (place: number) => {
      const t = side.services[place]!;
      return (await t.call(null, 'GET', '/server_settings', {}, { address })).status === 200;
    };
    expectLimit(await granted(200, ask), defaultRateLimits.perAddress);
  });

  it('allow an IP address its sign-in attempts at the gateway', async () => {
    const limits = side.services.map(({ service }) => createGatewayRateLimits(service.counter));
    const ask = (place: number) =>
      limits[place]!.attempts('192.0.2.78').then(
        () => true,
        () => false,
      );
    expectLimit(await granted(120, ask), 60);
  });

  const password = 'long enough 1!';
  async function person() {
    const [t] = side.services;
    const account = await t!.addUser();
    const password_hash = await hashPassword(password);
    await t!.store.db.update(users).set({ password_hash }).where(eq(users.id, account.user_id));
    return account;
  }
  const guess = async (place: number, username: string, guessed = 'wrong') => {
    const params = { username, password: guessed };
    const { status } = await side.services[place]!.call(null, 'POST', '/fetch_api_key', params);
    return status;
  };

  it('allow five password guesses, and no more after a restart', async () => {
    const { email } = await person();
    const statuses = await Promise.all(Array.from({ length: 9 }, (_, i) => guess(i % 3, email)));
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
    await side.add();
    for (const place of side.services.keys()) {
      expect(await guess(place, email, password)).toBe(429);
    }
  });

  it('forget failed guesses after a correct one, in any process', async () => {
    const { email } = await person();
    for (const place of [0, 1, 2, 0]) expect(await guess(place, email)).toBe(401);
    expect(await guess(1, email, password)).toBe(200);
    for (const place of [0, 1, 2]) expect(await guess(place, email)).toBe(401);
  });

  it('count guesses of the old password together with those at sign-in', async () => {
    const account = await person();
    for (const place of [0, 1, 2]) expect(await guess(place, account.email)).toBe(401);
    const change = { old_password: 'wrong', new_password: 'quite another 1!' };
    const answers: unknown[] = [];
    for (const place of [2, 1, 0]) {
      const t = side.services[place]!;
      answers.push((await t.call(account, 'PATCH', '/settings', change)).body.msg);
    }
    // All refused with 400: the last attempt isn't even checked.
    expect(answers).toEqual([
      ...Array<unknown>(2).fill('Wrong password!'),
      expect.stringMatching(/^Too many wrong passwords/),
    ]);
  });
});
