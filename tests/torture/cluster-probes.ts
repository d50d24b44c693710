import { setTimeout as pause } from 'node:timers/promises';
import type { Account } from '../bench/accounts';
import { Client, signIn } from './cluster-client';
import type { Cluster } from './cluster-servers';

/** Milliseconds between two tries of a probe that repeats all the time. */
const between = 2_000;

export interface Probe {
  readonly count: number;
  readonly problems: readonly string[];
}

/** A client with its own IP address, for limits per address. */
function addressed(url: string, address: string, more: Record<string, string> = {}): Client {
  return new Client(url, { 'x-forwarded-for': address, ...more });
}

/** Starts sessions and ends each at one process: no other process may still accept it. */
export async function endSessions(
  cluster: Cluster,
  account: Account,
  until: number,
): Promise<Probe> {
  const problems: string[] = [];
  let count = 0;
  for (; Date.now() < until; count++) {
    const from = `198.51.100.${count % 250}`;
    const { id, headers } = await signIn(cluster.url, account, from);
    const page = new Client(cluster.url, headers);
    const { status } = await page.insist('GET', '/json/users/me');
    if (status !== 200) problems.push(`a new session is refused (${status})`);
    await end(cluster.url, id, headers);
    for (const { url } of cluster.processes) {
      const answer = await new Client(url, headers).ask('GET', '/json/users/me');
      if (answer && answer.status !== 401)
        problems.push(`an ended session opens (${answer.status})`);
    }
    await pause(between);
  }
  return { count, problems };
}

/** Retries until the server replies 200, which it also does if an earlier try ended the session. */
async function end(url: string, id: string, headers: Record<string, string>): Promise<void> {
  for (;;) {
    const reply = await fetch(`${url}/session/${id}`, {
      method: 'DELETE',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{}',
    }).catch(() => null);
    await reply?.arrayBuffer().catch(() => null);
    if (reply?.ok) return;
  }
}

/**
 * Guesses one account's password nine times concurrently, then the next account's: the server
 * checks five guesses, and none after that.
 */
export async function guess(
  cluster: Cluster,
  accounts: readonly Account[],
  until: number,
): Promise<Probe> {
  const problems: string[] = [];
  let count = 0;
  for (; Date.now() < until && count < accounts.length; count++) {
    const client = addressed(cluster.url, `203.0.113.${count % 250}`);
    const params = new URLSearchParams({ username: accounts[count]!.email, password: 'wrong' });
    const answers = await Promise.all(
      Array.from({ length: 9 }, () => client.ask('POST', '/api/v1/fetch_api_key', params)),
    );
    const tried = answers.filter((answer) => answer?.status === 401).length;
    const lost = answers.filter((answer) => answer === null).length;
    if (tried > 5 || tried + lost < 5) problems.push(`${tried} guesses, ${lost} without answer`);
    const { status } = await client.insist('POST', '/api/v1/fetch_api_key', params);
    if (status !== 429 && lost === 0) problems.push(`another guess is tried (${status})`);
    await pause(between);
  }
  return { count, problems };
}

/**
 * Sends requests as fast as allowed, for less than one rate-limit window. Returns how many went
 * through and how many are allowed.
 */
export async function greed(
  client: Client,
  path: string,
  until: number,
): Promise<{ granted: number; limit: number }> {
  let granted = 0;
  let limit = 0;
  const end = Math.min(until, Date.now() + 50_000);
  const ask = async () => {
    while (Date.now() < end) {
      const answer = await client.ask('GET', path);
      if (answer) limit = Number(answer.headers.get('x-ratelimit-limit'));
      if (answer?.status === 200) granted++;
      else await pause(250);
    }
  };
  await Promise.all(Array.from({ length: 4 }, ask));
  return { granted, limit };
}

export function greedyAddress(url: string): Client {
  return addressed(url, '192.0.2.200');
}
