import { openJar } from '$lib/server/doors/account-jar';
import { allowList } from '$lib/server/doors/allow-list';
import { answerPage } from '$lib/server/doors/cookie-door';
import { answerOf } from '$lib/server/doors/failure';
import { createLimits } from '$lib/server/doors/limits';
import { createSealer } from '$lib/server/doors/seal';
import { embeddedSessions } from '$lib/server/doors/sessions';
import type { Account } from '$lib/server/service/service';
import { cookieStore } from './cookies';
import { encodeFields, readReply, type Reply, type TestService } from './service';

export type Params = Record<string, unknown>;

/** Asks as one account. Values that are no strings go as JSON, `FormData` as multipart. */
export type Ask = (method: string, path: string, params?: Params | FormData) => Promise<Reply>;

/** The two ways in: `/api/v1` with e-mail and key, and `/json` with the cookie of a sign-in. */
export const doorNames = ['key door', "browser's door"] as const;
export type DoorName = (typeof doorNames)[number];

/** Both ways in, for one account; replies are held to their documented shapes. */
export async function openDoors(t: TestService, account: Account): Promise<Record<DoorName, Ask>> {
  return {
    'key door': (method, path, params) => t.call(account, method, path, params),
    "browser's door": await browserDoor(t, account),
  };
}

const secret = 's'.repeat(32);
const origin = 'http://127.0.0.1:3000';

async function browserDoor(t: TestService, account: Account): Promise<Ask> {
  const sealer = createSealer(secret);
  const sessions = embeddedSessions(t.service);
  const jar = openJar(cookieStore().cookies, false, {
    secret,
    server: 'embedded',
    sealer,
    sessions,
  });
  const { user_id, email, full_name } = account;
  const of = { server: 'embedded', realm_url: origin, realm_name: 'Test' };
  await jar.add({ id: 'me', user_id, email, full_name, ...(await sessions.begin(account)), ...of });
  const door = {
    route: allowList(),
    limits: createLimits(),
    sessions,
    ownOrigin: undefined,
    pictures: null,
    upstream: (call: Request, from: { address: string }) => t.service.handle(call, from),
  };
  return async (method, path, params = {}) => {
    const fields = params instanceof FormData ? params : encodeFields(params);
    const inQuery = method === 'GET';
    const request = new Request(`${origin}/json${path}${inQuery ? `?${String(fields)}` : ''}`, {
      method,
      headers: { host: '127.0.0.1:3000', 'x-inkwell': '1', 'x-inkwell-account': 'me' },
      body: inQuery ? null : fields,
    });
    const visit = { request, path: path.replace(/\?.*/s, ''), address: '192.0.2.1', jar };
    return readReply(await answerPage(door, visit).catch(answerOf));
  };
}
