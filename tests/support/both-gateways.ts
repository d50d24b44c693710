import { openJar } from '$lib/server/gateway/account-jar';
import { allowList } from '$lib/server/gateway/allow-list';
import { answerPageCall } from '$lib/server/gateway/session-gateway';
import { errorResponseOf } from '$lib/server/gateway/failure';
import { createGatewayRateLimits } from '$lib/server/gateway/gateway-rate-limits';
import { createSealer } from '$lib/server/gateway/seal';
import { embeddedSessions } from '$lib/server/gateway/session-manager';
import type { AccountWithKey } from '$lib/server/service/service';
import { cookieStore } from './cookies';
import { addToQuery, encodeBody, readReply, type Reply, type TestService } from './service';

export type Params = Record<string, unknown>;

/**
 * Makes a call as one account. Values other than strings are sent as JSON, `FormData` as multipart,
 * and `URLSearchParams` as they are. The path can contain a query.
 */
export type Ask = (method: string, path: string, params?: Sent) => Promise<Reply>;
type Sent = Params | FormData | URLSearchParams;

/** The two gateways: `/api/v1` with email and key, and `/json` with the cookie of a sign-in. */
export const gatewayNames = ['key gateway', 'session gateway'] as const;
export type GatewayName = (typeof gatewayNames)[number];

/**
 * Both gateways for one account, or without one. Replies are checked against their documented
 * shapes.
 */
export async function openGateways(
  t: TestService,
  account: AccountWithKey | null,
): Promise<Record<GatewayName, Ask>> {
  return {
    'key gateway': (method, path, params) => t.call(account, method, path, params),
    'session gateway': await openSessionGateway(t, account),
  };
}

const secret = 's'.repeat(32);
const origin = 'http://127.0.0.1:3000';

async function openSessionGateway(t: TestService, account: AccountWithKey | null): Promise<Ask> {
  const sealer = createSealer(secret);
  const sessions = embeddedSessions(t.service);
  const jar = openJar(cookieStore().cookies, false, {
    secret,
    server: 'embedded',
    sealer,
    sessions,
  });
  if (account) {
    const { user_id, email, full_name } = account;
    const of = { server: 'embedded', realm_url: origin, realm_name: 'Send test' };
    const session = await sessions.begin(account);
    await jar.add({ id: 'me', user_id, email, full_name, ...session, ...of });
  }
  const context = {
    route: allowList(),
    limits: createGatewayRateLimits(),
    sessions,
    ownOrigin: undefined,
    pictures: null,
    embedded: t.service,
    upstream: (call: Request, from: { address: string }) => t.service.handle(call, from),
  };
  return async (method, path, params = {}) => {
    const fields = encodeBody(params);
    const inQuery = method === 'GET';
    const url = new URL(`${origin}/json${path}`);
    if (inQuery && fields instanceof URLSearchParams) addToQuery(url, fields);
    const request = new Request(url, {
      method,
      headers: {
        host: '127.0.0.1:3000',
        'x-inkwell': '1',
        ...(account && { 'x-inkwell-account': 'me' }),
      },
      body: inQuery ? null : fields,
    });
    // As in the URL, percent-encoded.
    const [below = ''] = path.split('?');
    const visit = { request, path: below, address: '192.0.2.1', jar };
    return readReply(await answerPageCall(context, visit).catch(errorResponseOf));
  };
}
