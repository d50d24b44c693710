import { setTimeout as pause } from 'node:timers/promises';
import type { Account } from '../bench/accounts';

/** Milliseconds before a failed request is retried. */
const rest = 20;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A client that retries failed requests and counts how many fail in a row. */
export class Client {
  /** Most failures in a row. */
  maxFailures = 0;

  constructor(
    private readonly url: string,
    private readonly headers: Readonly<Record<string, string>>,
  ) {}

  static byKey(url: string, { email, key }: { email: string; key: string }): Client {
    return new Client(url, { authorization: `Basic ${btoa(`${email}:${key}`)}` });
  }

  /** Sends the request once. Returns null for no reply or a 5xx. */
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

  /** Retries until the server replies with less than 500. */
  async insist(method: string, path: string, body?: URLSearchParams): Promise<Answer> {
    for (let failures = 0; ;) {
      const answer = await this.ask(method, path, body);
      if (answer) return answer;
      this.maxFailures = Math.max(this.maxFailures, ++failures);
      await pause(rest);
    }
  }
}

/**
 * Signs in from this IP address and returns the headers that a page would send. `id` names the
 * page's account.
 */
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
