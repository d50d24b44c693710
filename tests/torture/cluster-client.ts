import { setTimeout as pause } from 'node:timers/promises';
import type { Account } from '../bench/accounts';

/** Milliseconds before what failed is tried again. */
const rest = 20;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

/** One client: what it asks in vain it asks again, and counts how often in a row that was needed. */
export class Client {
  /** At most, in a row. */
  mostFailures = 0;

  constructor(
    private readonly url: string,
    private readonly headers: Readonly<Record<string, string>>,
  ) {}

  static byKey(url: string, { email, key }: { email: string; key: string }): Client {
    return new Client(url, { authorization: `Basic ${btoa(`${email}:${key}`)}` });
  }

  /** Asks once; null where nothing came, or a failure of the server. */
  async ask(method: string, path: string, body?: URLSearchParams): Promise<Answer | null> {
    try {
      const { headers } = this;
      const reply = await fetch(this.url + path, { method, headers, ...(body && { body }) });
      const text = await reply.text();
      if (reply.status >= 500) return null;
      const parsed = JSON.parse(text) as Answer['body'];
      return { status: reply.status, headers: reply.headers, body: parsed };
    } catch {
      return null;
    }
  }

  /** Asks until there is an answer. */
  async insist(method: string, path: string, body?: URLSearchParams): Promise<Answer> {
    for (let failures = 0; ;) {
      const answer = await this.ask(method, path, body);
      if (answer) return answer;
      this.mostFailures = Math.max(this.mostFailures, ++failures);
      await pause(rest);
    }
  }
}

/** What the requests of a page carry that signs in from this address; `id` names its account there. */
export async function signIn(url: string, { email, key }: Account, from: string) {
  for (;;) {
    const reply = await fetch(`${url}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-inkwell': '1', 'x-forwarded-for': from },
      body: JSON.stringify({ email, api_key: key }),
    }).catch(() => null);
    const body = (await reply?.json().catch(() => null)) as { account?: { id: string } } | null;
    if (!reply || !body?.account) {
      await pause(rest);
      continue;
    }
    const cookies = reply.headers.getSetCookie().map((one) => one.split(';')[0]);
    const { id } = body.account;
    const headers = { 'x-inkwell': '1', 'x-inkwell-account': id, cookie: cookies.join('; ') };
    return { id, headers };
  }
}
