import type { BrowserContext } from '@playwright/test';
import { checkReply } from '../contract/strict';
import type { Inkwell } from './inkwell';

type Site = Pick<Inkwell, 'url'>;

/** Calls the gateways as a page of the app, with the cookies of one sign-in. */
export class PageSession {
  private constructor(
    private readonly server: Site,
    readonly cookie: string,
    readonly account: string,
  ) {}

  /** Signs in with email and key. Throws the gateway's error. */
  static async signIn(server: Site, email: string, api_key: string): Promise<PageSession> {
    const reply = await fetch(`${server.url}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-inkwell': '1' },
      body: JSON.stringify({ email, api_key }),
    });
    const body = (await reply.json()) as { account?: { id: string } };
    if (!body.account) throw new Error(JSON.stringify(body));
    const cookies = reply.headers.getSetCookie().map((one) => one.split(';')[0]);
    return new PageSession(server, cookies.join('; '), body.account.id);
  }

  /** Adds the session to a browser profile. */
  async hand(context: BrowserContext): Promise<void> {
    const cookies = this.cookie.split('; ').map((one) => {
      const [name, ...value] = one.split('=');
      return { name: name!, value: value.join('='), url: this.server.url };
    });
    await context.addCookies(
      cookies.map((cookie) => ({ ...cookie, httpOnly: true, sameSite: 'Strict' as const })),
    );
  }

  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(this.server.url + path, {
      ...init,
      headers: {
        cookie: this.cookie,
        'x-inkwell': '1',
        'x-inkwell-account': this.account,
        ...(init.headers as Record<string, string>),
      },
    });
  }

  async call(method: string, path: string, fields: Record<string, string> = {}) {
    const body = new URLSearchParams(fields);
    const search = method === 'GET' && body.size > 0 ? `?${body}` : '';
    const init = method === 'GET' ? { method } : { method, body };
    const reply = await this.fetch(`/json${path}${search}`, init);
    const answer = (await reply.json()) as Record<string, unknown>;
    // The gateway has errors of its own.
    if (reply.status === 200) checkReply(method, path, reply.status, answer);
    return { status: reply.status, body: answer };
  }
}

/** Signs a browser profile in to an account, at the server or at a client of it. */
export async function signIn(
  context: BrowserContext,
  server: Inkwell,
  account: string,
  url: string = server.url,
): Promise<void> {
  const { email, key } = await server.zuliprc(account);
  const session = await PageSession.signIn({ url }, email, key);
  await session.hand(context);
}
