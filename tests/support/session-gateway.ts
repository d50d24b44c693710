import { vi } from 'vitest';

type Answer = readonly [status: number, body: object];

/**
 * Answers the pages' requests to `/session…` instead of the network, by method and path. Returns
 * the parsed bodies of POST requests.
 */
export function answerSession(answers: Readonly<Record<string, Answer>>): unknown[] {
  const sent: unknown[] = [];
  vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    const method = init?.method ?? 'GET';
    if (typeof init?.body === 'string') sent.push(JSON.parse(init.body));
    const [status, body] = answers[`${method} ${url.pathname}`] ?? [404, failure('NOT_FOUND')];
    return Promise.resolve(Response.json(body, { status }));
  });
  return sent;
}

/** The envelope of a failure. */
export function failure(code: string, fields: object = {}) {
  return { result: 'error', msg: 'The server’s own words.', code, ...fields };
}

export const account = {
  id: 'a1',
  email: 'ada@example.org',
  full_name: 'Ada',
  realm_name: 'Tern & Tallow',
  realm_url: 'https://chat.example.org',
};

export const session = {
  accounts: [],
  embedded: false,
  service_url: 'https://chat.example.org',
  setup_needed: false,
};
