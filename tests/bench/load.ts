import { Agent, request, type IncomingHttpHeaders } from 'node:http';

export interface Call {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Load {
  /** Milliseconds of each call. */
  readonly times: readonly number[];
  readonly perSecond: number;
}

/** Sends `count` calls over `connections` keep-alive connections, each as soon as one is free. */
export async function load(
  connections: number,
  count: number,
  next: (index: number) => Call,
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let started = 0;
  const begin = performance.now();
  const lane = async () => {
    while (started < count) {
      const call = next(started++);
      const before = performance.now();
      const { status, text } = await send(call, agent);
      times.push(performance.now() - before);
      if (status !== 200) throw new Error(`${call.method} ${call.url}: ${status} ${text}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  const seconds = (performance.now() - begin) / 1000;
  agent.destroy();
  return { times, perSecond: count / seconds };
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
}

/** Sends one call over the agent's connections and reads the whole body. */
export function send(call: Call, agent: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { method, url, headers, body } = call;
    const sent = request(url, { method, headers, agent }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.once('end', () => {
        resolve({ status: response.statusCode ?? 0, text, headers: response.headers });
      });
      response.once('error', reject);
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/** A form-encoded call with an account's API key. */
export function keyed(
  { email, key }: { email: string; key: string },
  method: string,
  url: string,
  fields: Readonly<Record<string, string>> = {},
): Call {
  const authorization = `Basic ${btoa(`${email}:${key}`)}`;
  if (method === 'GET') return { method, url, headers: { authorization } };
  const body = new URLSearchParams(fields).toString();
  return {
    method,
    url,
    body,
    headers: {
      authorization,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(Buffer.byteLength(body)),
    },
  };
}
