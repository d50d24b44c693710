import type { RequestEvent } from '@sveltejs/kit';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cookieStore } from '../../../../tests/support/cookies';
import { ownerInput, startTestService, type TestService } from '../../../../tests/support/service';
import { users } from '../service/db/schema/users';
import type { AccountWithKey } from '../service/service';
import { openJar } from './account-jar';
import { createBotAndStashKey, renewBotKeyAndStash } from './bot-keys';
import type { GatewayContext } from './gateway-context';
import { errorResponseOf } from './failure';
import { answerKeyFile, stashOwnKey } from './key-file';
import { createGatewayRateLimits } from './gateway-rate-limits';
import { createSealer } from './seal';
import type { SessionRequest } from './session-endpoint';
import { embeddedSessions } from './session-manager';

const secret = 's'.repeat(32);
const origin = 'http://127.0.0.1:3000';

let t: TestService;
let owner: AccountWithKey;
beforeAll(async () => {
  t = await startTestService();
  owner = await t.addUser();
});
afterAll(() => t.service.close());

type Cookies = ReturnType<typeof cookieStore>['cookies'];
type Step = (visit: SessionRequest) => Promise<Response>;

/** A browser in which these are signed in, each under an id of its own. */
async function browser(...accounts: AccountWithKey[]) {
  const { cookies } = cookieStore();
  const sessions = embeddedSessions(t.service);
  const sealer = createSealer(secret);
  const jar = openJar(cookies, false, { secret, server: 'embedded', sealer, sessions });
  const of = { server: 'embedded', realm_url: origin, realm_name: 'Test' };
  for (const account of accounts) {
    const { user_id, email, full_name } = account;
    const begun = await sessions.begin(account);
    await jar.add({ id: `a${user_id}`, user_id, email, full_name, ...begun, ...of });
  }
  const limits = createGatewayRateLimits();
  const entrance = {
    address: '192.0.2.1',
    upstream: (call: Request, from: { address: string }) => t.service.handle(call, from),
  };
  const doors = { limits, secret, realmUrl: origin } as GatewayContext;
  return async (step: Step, by: AccountWithKey, body?: object, bot_id?: number) => {
    const event = {
      cookies: cookies as Cookies,
      url: new URL(origin),
      params: { id: `a${by.user_id}`, bot_id: String(bot_id) },
      request: new Request(origin, {
        method: 'POST',
        body: body ? JSON.stringify(body) : null,
      }),
    } as unknown as RequestEvent;
    const visit = {
      event,
      gateway: doors,
      jar,
      signInContext: entrance,
    } as unknown as SessionRequest;
    return step(visit).catch(errorResponseOf);
  };
}

const bot = (name: string) => ({ full_name: name, short_name: name, bot_type: 1 });
const keyIn = (file: string) => /^key=(.+)$/m.exec(file)?.[1] ?? '';

async function botOf(name: string) {
  const { body } = await t.call(owner, 'GET', '/bots');
  const bots = body['bots'] as { full_name: string; user_id: number; api_key: string }[];
  return bots.find((one) => one.full_name === name)!;
}

describe('the key of a bot', () => {
  it('leaves once, as a file, and never in an answer that a page reads', async () => {
    const visit = await browser(owner);
    const made = await visit(createBotAndStashKey, owner, bot('echo'));
    const { user_id, api_key } = await botOf('echo');
    expect(await made.text()).toBe(`{"result":"success","msg":"","user_id":${user_id}}`);

    const file = await visit(answerKeyFile, owner);
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="zuliprc"');
    expect(file.headers.get('cache-control')).toBe('no-store');
    expect(await file.text()).toBe(
      `[api]\nemail=echo-bot@localhost\nkey=${api_key}\nsite=${origin}\n`,
    );
    expect((await visit(answerKeyFile, owner)).status).toBe(404);
  });

  it('is made anew by whoever manages the bot, and the old one ends', async () => {
    const [administrator, stranger] = [await t.addUser({ role: 200 }), await t.addUser()];
    const visit = await browser(owner, administrator, stranger);
    await visit(createBotAndStashKey, owner, bot('clock'));
    const before = keyIn(await (await visit(answerKeyFile, owner)).text());
    const { user_id } = await botOf('clock');
    expect((await visit(renewBotKeyAndStash, stranger, {}, user_id)).status).toBe(400);
    expect((await visit(renewBotKeyAndStash, administrator, {}, user_id)).status).toBe(200);
    const after = keyIn(await (await visit(answerKeyFile, administrator)).text());
    expect(after).toBe((await botOf('clock')).api_key);
    expect(after).not.toBe(before);
  });

  it('is for the account alone that made it', async () => {
    const other = await t.addUser();
    const visit = await browser(owner, other);
    await visit(createBotAndStashKey, owner, bot('mine'));
    expect((await visit(answerKeyFile, other)).status).toBe(404);
    expect((await (await browser())(createBotAndStashKey, owner, bot('nobodys'))).status).toBe(401);
  });

  it('is not made where the server refuses, in its own words', async () => {
    const visit = await browser(owner);
    await visit(createBotAndStashKey, owner, bot('twice'));
    const refused = await visit(createBotAndStashKey, owner, bot('twice'));
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining('Name is already in use!') as string,
    ]);
    expect((await visit(createBotAndStashKey, owner, { ...bot('x'), full_name: 7 })).status).toBe(
      400,
    );
    expect((await visit(renewBotKeyAndStash, owner, {}, Number.NaN)).status).toBe(400);
  });
});

describe('one’s own key', () => {
  it('leaves once, as a file, for who knows the password', async () => {
    const visit = await browser(t.owner);
    const { password } = ownerInput;
    expect(await (await visit(stashOwnKey, t.owner, { password })).json()).toEqual({
      result: 'success',
      msg: '',
    });
    const file = await (await visit(answerKeyFile, t.owner)).text();
    expect(keyIn(file)).toBe(t.owner.api_key);
    expect(file).toContain(`email=${ownerInput.email}\n`);
    expect((await visit(answerKeyFile, t.owner)).status).toBe(404);
  });

  it('leaves also once the address is another one than that which was signed in with', async () => {
    const visit = await browser(t.owner);
    const address = { delivery_email: 'olga@elsewhere.example' };
    await t.store.db.update(users).set(address).where(eq(users.id, t.owner.user_id));
    const { password } = ownerInput;
    expect((await visit(stashOwnKey, t.owner, { password })).status).toBe(200);
    expect(keyIn(await (await visit(answerKeyFile, t.owner)).text())).toBe(t.owner.api_key);
    const before = { delivery_email: ownerInput.email };
    await t.store.db.update(users).set(before).where(eq(users.id, t.owner.user_id));
  });

  it('does not leave for a wrong password, nor for who is not signed in here', async () => {
    const visit = await browser(t.owner);
    const wrong = await visit(stashOwnKey, t.owner, { password: 'no such words' });
    expect([wrong.status, await wrong.text()]).toEqual([
      401,
      expect.stringContaining('AUTHENTICATION_FAILED') as string,
    ]);
    expect((await visit(stashOwnKey, t.owner, {})).status).toBe(400);
    expect((await visit(answerKeyFile, t.owner)).status).toBe(404);
    const { password } = ownerInput;
    expect((await (await browser())(stashOwnKey, t.owner, { password })).status).toBe(401);
  });
});
